import { lazy, Suspense, useState } from 'react';

import { isApiError } from '@/api/errors';
import type { Consult, DialogValues } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { toastSuccess } from '@/shared/ui/toasts';

import { useComplete } from './queries';

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog')).CancelDialog }));
const PhoneDialog = lazy(async () => ({ default: (await import('./phone-dialog')).PhoneDialog }));

export interface ConsultDialogProps {
  consult: Consult;
  /** What was typed before the dialog was closed. */
  draft: DialogValues | null;
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

/** The open dialog. It stays while the consult behind it changes, so that nothing typed is lost. */
export function ConsultDialogs({ consult, dialogs }: { consult: Consult; dialogs: ConsultDialogsState }) {
  const { opened } = dialogs;
  if (opened === null) return null;
  const shared = {
    consult,
    draft: dialogs.drafts[opened] ?? null,
    onClose: dialogs.close,
    onDone: (words?: string) => {
      dialogs.close(null);
      if (words !== undefined) toastSuccess(words);
    },
  };
  return (
    <Suspense>
      {opened === 'cancel' && <CancelDialog {...shared} />}
      {opened === 'phone' && <PhoneDialog {...shared} />}
      {opened === 'complete' && <LineCompletionDialog {...shared} completeType={dialogs.completeType} />}
    </Suspense>
  );
}

interface LineCompletionDialogProps extends ConsultDialogProps {
  completeType: string | null;
}

function LineCompletionDialog({ consult, draft, completeType, onClose, onDone }: LineCompletionDialogProps) {
  const { mutateAsync } = useComplete(consult.id);
  const line = serviceLineBySlug(consult.serviceLineSlug);
  if (line === null) return null;
  const complete = async (completion: DialogValues) => {
    try {
      const { completeType: done } = await mutateAsync(completion);
      onDone(done === 'cancelled' ? 'Consult cancelled.' : 'Consult completed.');
    } catch (failure) {
      // Somebody else was first: there is nothing left to complete, and a toast says who.
      if (!isApiError(failure, 409)) throw failure;
      onClose(completion);
    }
  };
  return (
    <line.CompletionDialog
      contract={line.contract}
      completeType={completeType}
      draft={draft}
      onComplete={complete}
      onClose={onClose}
    />
  );
}
