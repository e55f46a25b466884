import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { ConsultAction } from '@/api/generated/types.gen';
import type { DialogValues } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { useDirtyForm } from '@/drafts/use-draft';
import { savedDraft, removeSavedDraft } from '@/drafts/saved-drafts';

import { isClosed } from '@/consults/consult-state';

const names = ['complete', 'completeAndSignOff', 'signOff', 'note', 'cancel', 'edit', 'phone', 'patient'] as const;

/** All but the note, which fetches what was kept for it when it opens. */
const fromDrafts = names.filter((name) => name !== 'note');

export type ConsultDialogName = (typeof names)[number];

export interface ConsultDialogsState {
  opened: ConsultDialogName | null;
  completeType: string | null;
  drafts: Partial<Record<ConsultDialogName, DialogValues>>;
  open: (name: ConsultDialogName, completeType?: string) => void;
  /** `as` names the dialog that goes on with the draft, where that is another one. */
  close: (draft: DialogValues | null, as?: ConsultDialogName) => void;
}

/** What a dialog is opened for; where the server does not allow it, its draft is not asked for. */
const actionOf: Readonly<Record<ConsultDialogName, ConsultAction>> = {
  complete: 'complete',
  completeAndSignOff: 'completeAndSignOff',
  signOff: 'signOff',
  note: 'editSignoffNote',
  cancel: 'cancel',
  edit: 'edit',
  phone: 'editBedsidePhone',
  patient: 'editPatient',
};

type ConsultOfDialogs = Pick<Consult, 'id' | 'allowedActions' | 'state' | 'signOffNote'>;

/** The place of a dialog's input. */
export function keyOf({ id }: Pick<Consult, 'id'>, name: ConsultDialogName): string {
  return `consult/${id}/${name}`;
}

/**
 * Which dialog is open, and what was typed into those that are not; that too is asked for before the consult is left. The dialog in
 * which a sign-out interrupted its user is open again; of a closed consult, whose buttons are gone, every such dialog one after the
 * other. The focus goes to the heading where what opened a dialog is gone.
 */
export function useConsultDialogs(
  consult: ConsultOfDialogs,
  heading: RefObject<HTMLElement | null>,
): ConsultDialogsState {
  const [drafts, setDrafts] = useState(() => keptDrafts(consult));
  const [kept, setKept] = useState(() =>
    names.filter((name) => (name === 'note' ? opensKeptNote(consult) : drafts[name] !== undefined)),
  );
  const [opened, setOpened] = useState(kept[0] ?? null);
  const [completeType, setCompleteType] = useState<string | null>(null);
  const closed = isClosed(consult);
  const typed = names.flatMap((name) => {
    const values = name === opened ? undefined : drafts[name];
    return values !== undefined && mayUse(consult, name) ? [{ key: keyOf(consult, name), values }] : [];
  });
  useDirtyForm(typed.length > 0, { onDiscard: () => setDrafts({}), drafts: () => typed });
  const settle = useEffectEvent(() => {
    for (const name of fromDrafts) if (mayUse(consult, name)) removeSavedDraft(keyOf(consult, name));
  });
  useEffect(() => settle(), []);
  const openerRef = useFocusBack(opened, closed, heading);
  return {
    opened,
    completeType,
    drafts,
    open: (name, type) => {
      openerRef.current = openerOf(document.activeElement);
      setCompleteType(type ?? null);
      setOpened(name);
    },
    close: (draft, as) => {
      if (opened !== null) {
        const { [opened]: _, ...others } = drafts;
        setDrafts(draft === null ? others : { ...others, [as ?? opened]: draft });
      }
      const next = closed ? kept.filter((name) => name !== opened) : [];
      setKept(next);
      setOpened(next[0] ?? null);
    },
  };
}

/** Gives the focus back to what opened the dialog, which the caller notes; where that is gone, or goes with the closing, to the heading. */
function useFocusBack(opened: ConsultDialogName | null, closed: boolean, heading: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (opened !== null) wasOpen.current = true;
    // A closed dialog is gone at once, and with it the focus.
    else if (wasOpen.current && document.activeElement === document.body) {
      const place = opener.current?.isConnected === true ? opener.current : heading.current;
      place?.focus({ preventScroll: place === heading.current });
    }
  }, [opened, closed, heading]);
  return opener;
}

/** Whether the server would take what the dialog sends. */
export function mayUse({ allowedActions }: Pick<Consult, 'allowedActions'>, name: ConsultDialogName): boolean {
  return allowedActions.includes(actionOf[name]);
}

/** What was typed into a note is in its form, or read there; of one that cannot be opened yet it waits. */
function opensKeptNote(consult: ConsultOfDialogs): boolean {
  if (savedDraft(keyOf(consult, 'note')) === null) return false;
  return mayUse(consult, 'note') || (consult.signOffNote !== null && consult.signOffNote.status !== 'Draft');
}

/** What was typed into them before a sign-out and can be sent, or copied because the consult was closed meanwhile. */
function keptDrafts(consult: ConsultOfDialogs): ConsultDialogsState['drafts'] {
  return fromDrafts.reduce<ConsultDialogsState['drafts']>((drafts, name) => {
    const values = mayUse(consult, name) || isClosed(consult) ? savedDraft(keyOf(consult, name)) : null;
    return values === null ? drafts : { ...drafts, [name]: values };
  }, {});
}

/** What was pressed; of a menu, which goes away too, its button. */
function openerOf(pressed: Element | null): HTMLElement | null {
  const button = pressed?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (typeof button === 'string') return document.getElementById(button);
  return pressed instanceof HTMLElement ? pressed : null;
}
