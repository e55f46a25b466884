import { useState } from 'react';

import type { Consult, DialogValues } from '@/service-lines/define';

export interface ConsultDialogProps {
  consult: Consult;
  /** What was typed before the dialog was closed. */
  draft: DialogValues | null;
  /** Rejects when the server refuses; a failure is logged and said by then. */
  save: (value: string) => Promise<unknown>;
  onClose: (draft: DialogValues) => void;
  /** Done; the words say what happened, if anything did. */
  onDone: (words?: string) => void;
}

export type ConsultDialogName = 'complete' | 'cancel' | 'phone';

export interface ConsultDialogsState {
  opened: ConsultDialogName | null;
  completeType: string | null;
  drafts: Partial<Record<ConsultDialogName, DialogValues>>;
  open: (name: ConsultDialogName, completeType?: string) => void;
  close: (draft: DialogValues | null) => void;
}

/** Which dialog is open, and what was typed into those that are not. */
export function useConsultDialogs(): ConsultDialogsState {
  const [opened, setOpened] = useState<ConsultDialogName | null>(null);
  const [completeType, setCompleteType] = useState<string | null>(null);
  const [drafts, setDrafts] = useState<ConsultDialogsState['drafts']>({});
  return {
    opened,
    completeType,
    drafts,
    open: (name, type) => {
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
