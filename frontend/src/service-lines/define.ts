import { type ComponentType, createElement, type FunctionComponent, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { SchemaName } from '@/api/contract-form';
import { type Line, lines, type LineSlug } from '@/api/contract/lines.gen';
import type { SignOffNoteRead } from '@/api/generated/types.gen';
import { type Consult, type ConsultOf, isConsultOf } from '@/consults/consult';
import { Lazy, type LazyComponent, lazyComponent } from '@/shared/ui/lazy';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import type { RequestFormProps } from './request-form';

export interface InfoRowProps<C extends Consult = Consult> {
  consult: C;
  /** Opens the dialog for the bedside phone number; undefined if this user may not change it. */
  onEditPhone?: (() => void) | undefined;
}

/** The values of a dialog's fields, by name. */
export type DialogValues = Readonly<Record<string, unknown>>;

export interface ConsultDialogProps<T = string> {
  consult: Consult;
  /** What was typed before the dialog was last closed. */
  draft: DialogValues | null;
  /** The key of this dialog's draft, which survives a sign-out. */
  draftKey: string;
  /** Says that the consult has been closed, so that nothing can be sent; null while it is open. */
  closed: ReactNode;
  /** Rejects if the server refuses; by then the failure has been logged and shown. */
  save: (value: T) => Promise<unknown>;
  onClose: (draft: DialogValues | null) => void;
  /** Called when done, with a sentence about what was changed, if anything. */
  onDone: (sentence?: string) => void;
}

export interface EditDialogProps extends ConsultDialogProps<DialogValues> {
  contract: Line;
}

export interface CompletionDialogProps {
  consult: Consult;
  contract: Line;
  /** The completion type that was chosen before the dialog opened. */
  completeType: string | null;
  /** What was typed before the dialog was last closed. */
  draft: DialogValues | null;
  /** The key of this dialog's draft, which survives a sign-out. */
  draftKey: string;
  /** Says that the consult has been closed, so that nothing can be sent; null while it is open. */
  closed: ReactNode;
  /** Completes the consult, signs it off, or both; rejects with the server's refusal, whose field errors the dialog then shows. */
  onComplete: (completion: DialogValues) => Promise<void>;
  /** Called with the draft, which is restored when the dialog reopens; null if nothing was typed. */
  onClose: (draft: DialogValues | null) => void;
}

export interface SignOffDialogProps extends CompletionDialogProps {
  /** The consult is completed or cancelled; only signing is left. */
  signsOnly: boolean;
  /** Says that the consult has just been completed, if it has. */
  notice: ReactNode;
}

export interface SignOffFactsProps {
  /** What was signed, as it is stored. */
  content: DialogValues;
  contract: Line;
}

/** The API calls of a line with a short sign-off. */
export interface SignOffCalls {
  /** The line's own fields of the completion. */
  completion?: (content: DialogValues) => DialogValues;
  /** Signs; the content has been validated by then. */
  sign: (content: DialogValues, call: SignOffCall) => Promise<SignOffNoteRead>;
  /** The signed note: a list of one, or empty. */
  notes: (call: Omit<SignOffCall, 'meta'> & { meta: Pick<SignOffCall['meta'], 'quiet'> }) => Promise<SignOffNoteRead[]>;
}

export interface SignOffCall {
  path: { consult_id: string };
  meta: { quiet: readonly number[]; idempotencyKey: string };
}

/** The form; its field names are the paths in the API. */
export type NoteForm = UseFormReturn;

export interface NoteFormProps {
  form: NoteForm;
  consult: Consult;
  /** The schema that the note is validated against when it is signed. */
  schema: SchemaName;
  /** Whether the form is narrow although the screen is wide. */
  narrow?: boolean;
  /** A place in the dialog's sticky header for what does not fit elsewhere in a narrow form. */
  strip: HTMLElement | null;
}

export interface NoteFactsProps {
  /** What was signed, as it is stored. */
  content: DialogValues;
  /** The IANA time zone of the bedside, which clinical times are in. */
  zone: string;
}

/** The API calls of a line with a structured note, in addition to those that all such lines share. */
export interface NoteCalls {
  /** Signs as the editor that holds the lock; the content has been validated by then. */
  sign: (content: DialogValues, editorId: string, call: SignOffCall) => Promise<SignOffNoteRead>;
  notes: SignOffCalls['notes'];
}

type Load<P> = () => Promise<FunctionComponent<P>>;

interface Definition<S extends LineSlug> {
  slug: S;
  /** Where the wizard lists the line: 1 is the most urgent kind of advice. */
  urgency: number;
  /** When to choose the line, in one line of text. */
  summary: string;
  /** The summary for an ID of the line that needs a different one. */
  summaryById?: Readonly<Partial<Record<number, string>>>;
  /** Loaded when the wizard reaches the form. */
  requestForm: Load<RequestFormProps>;
  /** Loaded with the first consult of the line. */
  infoRow: Load<InfoRowProps<ConsultOf<S>>>;
  /** Loaded when the dialog opens. */
  completionDialog: Load<CompletionDialogProps>;
  /** For a line whose record can be changed after the request; loaded when the dialog opens. */
  editDialog?: Load<EditDialogProps>;
  /** For a line whose consults are signed off in a dialog. */
  signOff?: SignOffCalls & {
    /** Replaces the completion dialog for users who may sign; loaded when the dialog opens. */
    dialog: Load<SignOffDialogProps>;
    /** Loaded with the first note of the line. */
    facts: Load<SignOffFactsProps>;
  };
  /** For a line whose consults are documented in a structured note. */
  note?: NoteCalls & {
    /** Loaded when the note opens. */
    form: Load<NoteFormProps>;
    /** Loaded with the first signed note of the line. */
    facts: Load<NoteFactsProps>;
  };
}

/** A service line as the rest of the application sees it. */
export interface ServiceLine {
  slug: LineSlug;
  /** Where the wizard lists the line: 1 is the most urgent kind of advice. */
  urgency: number;
  /** When to choose the line with this ID, in one line of text. */
  summaryOf: (id: number) => string;
  /** The line in the contract: its ids, completion types, and schema names. */
  contract: Line;
  RequestForm: ComponentType<RequestFormProps>;
  InfoRow: ComponentType<InfoRowProps>;
  completionDialog: LazyComponent<CompletionDialogProps>;
  editDialog: LazyComponent<EditDialogProps> | null;
  signOff:
    (SignOffCalls & { dialog: LazyComponent<SignOffDialogProps>; Facts: ComponentType<SignOffFactsProps> }) | null;
  note: (NoteCalls & { form: LazyComponent<NoteFormProps>; Facts: ComponentType<NoteFactsProps> }) | null;
}

/** Builds a line from its folder's parts; the default export of `lines/<slug>/index.ts`. */
export function defineServiceLine<S extends LineSlug>(definition: Definition<S>): ServiceLine {
  const { slug, urgency, summary, summaryById, requestForm, infoRow, completionDialog, editDialog, signOff, note } =
    definition;
  const OwnInfoRow = lazySection(infoRow);
  return {
    slug,
    urgency,
    summaryOf: (id) => summaryById?.[id] ?? summary,
    contract: contractOf(slug),
    RequestForm: lazySection(requestForm),
    InfoRow: ({ consult, onEditPhone }) =>
      isConsultOf(slug, consult) ? createElement(OwnInfoRow, { consult, onEditPhone }) : null,
    completionDialog: lazyComponent(completionDialog),
    editDialog: editDialog === undefined ? null : lazyComponent(editDialog),
    signOff:
      signOff === undefined
        ? null
        : { ...signOff, dialog: lazyComponent(signOff.dialog), Facts: lazySection(signOff.facts) },
    note: note === undefined ? null : { ...note, form: lazyComponent(note.form), Facts: lazySection(note.facts) },
  };
}

/** A lazy part of a page: skeletons while it loads, or an error if that fails. */
function lazySection<P extends object>(load: Load<P>): ComponentType<P> {
  const component = lazyComponent(load);
  const fallback = createElement(SkeletonCards, { count: 2 });
  // oxlint-disable-next-line react/no-children-prop -- createElement types children that are a function only as a prop
  return (props) => createElement(Lazy<P>, { component, fallback, children: (Own) => createElement(Own, props) });
}

function contractOf(slug: LineSlug): Line {
  const line = lines.find((one) => one.slug === slug);
  if (line === undefined) throw new Error(`The contract has no line ${slug}.`);
  return line;
}
