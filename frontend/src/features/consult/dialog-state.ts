import { type RefObject, useEffect, useRef, useState } from 'react';

import type { DialogValues } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { useClosedDrafts } from '@/drafts/use-draft';
import { savedDraft } from '@/drafts/saved-drafts';

import { isClosed } from '@/consults/consult-state';

import { type ConsultDialogName, dialogActions, transferDialogs } from './action';

const dialogNames = Object.keys(dialogActions).filter(isDialogName);

/** All except the note, whose editor loads its own draft. */
const fromDrafts = dialogNames.filter((name) => name !== 'note');

export interface ConsultDialogsState {
  opened: ConsultDialogName | null;
  completeType: string | null;
  drafts: Partial<Record<ConsultDialogName, DialogValues>>;
  open: (name: ConsultDialogName, completeType?: string) => void;
  /** `as` names the dialog that continues with the draft, if it is a different one. */
  close: (draft: DialogValues | null, as?: ConsultDialogName) => void;
}

type ConsultOfDialogs = Pick<Consult, 'id' | 'allowedActions' | 'state' | 'signOffNote' | 'hasTransfer'>;

/** The key under which a dialog's draft is saved. */
export function keyOf({ id }: Pick<Consult, 'id'>, name: ConsultDialogName): string {
  return `consult/${id}/${name}`;
}

/**
 * Which dialog is open, and the drafts of the closed ones; leaving the consult prompts about those as well. A dialog that a
 * sign-out interrupted reopens; for a closed consult, whose buttons are gone, all such dialogs open one after another. If
 * the button that opened a dialog is gone, the heading gets focus.
 */
export function useConsultDialogs(
  consult: ConsultOfDialogs,
  heading: RefObject<HTMLElement | null>,
): ConsultDialogsState {
  const [drafts, setDrafts] = useState(() => restorableDrafts(consult));
  const [toReopen, setToReopen] = useState(() =>
    dialogNames.filter((name) => (name === 'note' ? hasNoteToReopen(consult) : drafts[name] !== undefined)),
  );
  const [opened, setOpened] = useState(toReopen[0] ?? null);
  const [completeType, setCompleteType] = useState<string | null>(null);
  const closed = isClosed(consult);
  const unsavedDrafts = dialogNames.flatMap((name) => {
    const values = name === opened ? undefined : drafts[name];
    return values !== undefined && canUse(consult, name) ? [{ key: keyOf(consult, name), values }] : [];
  });
  useClosedDrafts(unsavedDrafts, opened, () => setDrafts({}));
  const openerRef = useRestoreFocus(opened, closed, heading);
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
      const next = closed ? toReopen.filter((name) => name !== opened) : [];
      setToReopen(next);
      setOpened(next[0] ?? null);
    },
  };
}

/** Restores focus to the button that opened the dialog, which the caller stores, or to the heading if the button is gone. */
function useRestoreFocus(opened: ConsultDialogName | null, closed: boolean, heading: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (opened !== null) wasOpen.current = true;
    // A closed dialog is unmounted immediately, and focus is lost with it.
    else if (wasOpen.current && document.activeElement === document.body) {
      const target = opener.current?.isConnected === true ? opener.current : heading.current;
      target?.focus({ preventScroll: target === heading.current });
    }
  }, [opened, closed, heading]);
  return opener;
}

/** Whether the server currently allows the dialog's action. */
export function canUse({ allowedActions }: Pick<Consult, 'allowedActions'>, name: ConsultDialogName): boolean {
  return allowedActions.includes(dialogActions[name]);
}

/** A note's draft is restored into its form, or shown read-only; it stays saved until the note can be opened. */
function hasNoteToReopen(consult: ConsultOfDialogs): boolean {
  if (savedDraft(keyOf(consult, 'note')) === null) return false;
  return canUse(consult, 'note') || (consult.signOffNote !== null && consult.signOffNote.status !== 'Draft');
}

/** The drafts from before a sign-out that can still be sent, or copied if someone else was first. */
function restorableDrafts(consult: ConsultOfDialogs): ConsultDialogsState['drafts'] {
  return fromDrafts.reduce<ConsultDialogsState['drafts']>((drafts, name) => {
    const isTooLate = isClosed(consult) || (consult.hasTransfer && transferDialogs.includes(name));
    const values = canUse(consult, name) || isTooLate ? savedDraft(keyOf(consult, name)) : null;
    return values === null ? drafts : { ...drafts, [name]: values };
  }, {});
}

/** The clicked element, or for a menu item the button that opens the menu. */
function openerOf(clicked: Element | null): HTMLElement | null {
  const button = clicked?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (typeof button === 'string') return document.getElementById(button);
  // After a shortcut, usually nothing has focus.
  return clicked instanceof HTMLElement && clicked !== document.body ? clicked : null;
}

function isDialogName(name: string): name is ConsultDialogName {
  return name in dialogActions;
}
