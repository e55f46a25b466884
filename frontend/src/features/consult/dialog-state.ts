import { useEffect, useRef, useState } from 'react';

import type { ConsultAction } from '@/api/generated/types.gen';
import type { Consult, DialogValues } from '@/service-lines/define';
import { useUnsavedInput } from '@/shared/hooks/use-unsaved-input';

export interface ConsultDialogProps {
  consult: Consult;
  /** What was typed before the dialog was closed. */
  draft: DialogValues | null;
  /** Rejects when the server refuses; a failure is logged and said by then. */
  save: (value: string) => Promise<unknown>;
  onClose: (draft: DialogValues | null) => void;
  /** Done; the words say what happened, if anything did. */
  onDone: (words?: string) => void;
}

const names = ['complete', 'cancel', 'phone'] as const;

export type ConsultDialogName = (typeof names)[number];

export interface ConsultDialogsState {
  opened: ConsultDialogName | null;
  completeType: string | null;
  drafts: Partial<Record<ConsultDialogName, DialogValues>>;
  open: (name: ConsultDialogName, completeType?: string) => void;
  close: (draft: DialogValues | null) => void;
}

/** What a dialog is opened for; where the server no longer allows it, its draft is of no use to anybody. */
const actionOf: Readonly<Record<ConsultDialogName, ConsultAction>> = {
  complete: 'complete',
  cancel: 'cancel',
  phone: 'editBedsidePhone',
};

/** Which dialog is open, and what was typed into those that are not; that too is asked for before the consult is left. */
export function useConsultDialogs({ allowedActions }: Pick<Consult, 'allowedActions'>): ConsultDialogsState {
  const [opened, setOpened] = useState<ConsultDialogName | null>(null);
  const [completeType, setCompleteType] = useState<string | null>(null);
  const [drafts, setDrafts] = useState<ConsultDialogsState['drafts']>({});
  const kept = names.filter((name) => name !== opened && drafts[name] !== undefined);
  useUnsavedInput(kept.some((name) => allowedActions.includes(actionOf[name])));
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // A closed dialog is gone at once, and with it the focus.
    if (opened === null && document.activeElement === document.body) opener.current?.focus();
  }, [opened]);
  return {
    opened,
    completeType,
    drafts,
    open: (name, type) => {
      opener.current = openerOf(document.activeElement);
      setCompleteType(type ?? null);
      setOpened(name);
    },
    close: (draft) => {
      if (opened !== null) {
        const { [opened]: _, ...others } = drafts;
        setDrafts(draft === null ? others : { ...others, [opened]: draft });
      }
      setOpened(null);
    },
  };
}

/** What was pressed; of a menu, which goes away too, its button. */
function openerOf(pressed: Element | null): HTMLElement | null {
  const button = pressed?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (typeof button === 'string') return document.getElementById(button);
  return pressed instanceof HTMLElement ? pressed : null;
}
