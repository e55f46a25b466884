import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { messages } from '@/api/contract/messages.gen';
import type { SignOffNoteRead } from '@/api/generated/types.gen';
import type { ServiceLine } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { serviceLineBySlug } from '@/service-lines/registry';
import { useAfterUnmount } from '@/shared/hooks/use-after-unmount';
import { savedDraft, removeSavedDraft } from '@/drafts/saved-drafts';
import { newId } from '@/shared/lib/new-id';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { toastRefusal } from '@/shared/ui/toasts';

import { conflictOf } from './conflicts';
import { unsavedContent } from './draft';
import { UnsavedInput } from './unsaved-input';
import { NoteFrame, type NotePlace } from './note-frame';
import { LockedMessage, SignedMessage } from './note-messages';
import { fullNameOf } from './patient';
import { releaseNoteLock, isNoteRefusal, useOpenNote } from './queries';

const noteDialog = lazyComponent(async () => (await import('./note-dialog')).NoteDialog);

export interface NoteEditorProps {
  consult: Consult;
  /** How to complete a consult that is still open, before its note opens; null to open the note without completing. */
  completeType: string | null;
  /** The key of the note's draft, which survives a sign-out. */
  draftKey: string;
  /** Where it is shown; a modal dialog by default. */
  place?: NotePlace;
  /** Whether the user is talking to someone, which counts as activity; they never are by default. */
  isTalking?: () => boolean;
  onClose: () => void;
}

const isSilent = () => false;

type Stage =
  | { readonly name: 'opening' }
  | { readonly name: 'writing'; readonly note: SignOffNoteRead }
  | { readonly name: 'locked'; readonly holder: string }
  | { readonly name: 'signed' };

/** Opens the note of a consult for editing, or says why it cannot be edited. */
export function NoteEditor(props: NoteEditorProps) {
  const { consult, draftKey, place = 'modal', isTalking = isSilent, onClose } = props;
  const [editorId] = useState(newId);
  const [stage, setStage] = useStage(props, editorId);
  const line = serviceLineBySlug(consult.serviceLineSlug);
  const unsaved = <SavedInput consult={consult} draftKey={draftKey} line={line} />;
  if (stage.name === 'locked') {
    return (
      <LockedMessage holder={stage.holder} onClose={onClose}>
        {unsaved}
      </LockedMessage>
    );
  }
  if (stage.name === 'signed') {
    const close = () => {
      removeSavedDraft(draftKey);
      onClose();
    };
    return (
      <SignedMessage consultId={consult.id} name={fullNameOf(consult)} onClose={close}>
        {unsaved}
      </SignedMessage>
    );
  }
  const draft = stage.name === 'writing' ? stage.note.documentVersions.at(-1) : undefined;
  const schema = line?.contract.noteSchema ?? null;
  const waiting = (
    <NoteFrame place={place} onClose={onClose}>
      <SkeletonCards count={3} label="Opening note" />
    </NoteFrame>
  );
  if (draft === undefined || schema === null || line?.note == null) return waiting;
  const { note } = line;
  return (
    <Lazy component={noteDialog} fallback={waiting} onFailure={onClose}>
      {(NoteDialog) => (
        <NoteDialog
          {...{ consult, schema, note, editorId, draft, draftKey, place, isTalking, onClose }}
          onSigned={() => setStage({ name: 'signed' })}
        />
      )}
    </Lazy>
  );
}

interface SavedInputProps extends Pick<NoteEditorProps, 'consult' | 'draftKey'> {
  line: ServiceLine | null;
}

/** The input from before a sign-out, if the note cannot be edited. */
function SavedInput({ consult, draftKey, line }: SavedInputProps) {
  const [content] = useState(() => unsavedContent(savedDraft(draftKey)));
  if (content === null || line?.note == null) return null;
  return <UnsavedInput content={content} note={line.note} zone={consult.Encounter.location.timeZone} />;
}

/** Requests the note once and stores the outcome. */
function useStage({ consult, completeType, draftKey, onClose }: NoteEditorProps, editorId: string) {
  const [stage, setStage] = useState<Stage>(() =>
    // For a signed note, only the saved input is shown, so nothing is requested.
    isSigned(consult) && savedDraft(draftKey) !== null ? { name: 'signed' } : { name: 'opening' },
  );
  const { mutateAsync: openNote } = useOpenNote(consult.id, editorId);
  const requested = useRef(stage.name === 'signed');
  const unmounted = useRef(false);
  useAfterUnmount(
    useCallback(() => {
      unmounted.current = true;
    }, []),
  );
  const open = useEffectEvent(async () => {
    try {
      const note = await openNote(consult.state === 'completed' ? null : completeType);
      if (unmounted.current && note.status === 'Draft') void releaseNoteLock(consult.id, editorId);
      setStage(note.status === 'Draft' ? { name: 'writing', note } : { name: 'signed' });
    } catch (failure) {
      const conflict = conflictOf(failure);
      if (conflict?.kind === 'locked') {
        setStage({ name: 'locked', holder: conflict.holder });
        return;
      }
      if (isNoteRefusal(failure)) toastRefusal(messages.HELP_DESK, failure.message);
      onClose();
    }
  });
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    void open();
  }, []);
  return [stage, setStage] as const;
}

function isSigned({ signOffNote }: Consult): boolean {
  return signOffNote !== null && signOffNote.status !== 'Draft';
}
