import { lazy, Suspense } from 'react';

import { isApiError } from '@/api/errors';
import type { Consult, DialogValues } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { toastSuccess } from '@/shared/ui/toasts';

import type { ConsultDialogProps, ConsultDialogsState } from './dialog-state';
import { useComplete } from './queries';

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog')).CancelDialog }));
const PhoneDialog = lazy(async () => ({ default: (await import('./phone-dialog')).PhoneDialog }));

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
