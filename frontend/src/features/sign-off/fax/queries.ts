import { useMutation } from '@tanstack/react-query';

import { useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { ApiError } from '@/api/errors';
import { faxSignoffNote, resendSignoffNoteFax } from '@/api/generated/sdk.gen';
import { markStale } from '@/api/live';
import { toastRefusal } from '@/shared/ui/toasts';

import { isShownHere, logFailure, SHOWN, useShowNote } from '../queries';

/** Has the current version faxed; a refusal of the number (400) is the dialog's to show. */
export function useFaxNote(consultId: string) {
  const attempt = useAttempt({ repeatable: true });
  const showNote = useShowNote(consultId);
  return useMutation({
    mutationFn: async (faxNumber: string) =>
      attempt(faxNumber, async (idempotencyKey) =>
        faxSignoffNote({
          path: { consult_id: consultId },
          body: { faxNumber },
          meta: { quiet: SHOWN, idempotencyKey },
        }),
      ),
    onSuccess: showNote,
    onError: (failure) => {
      logFailure(consultId, 'fax note', failure);
      if (failure instanceof ApiError && failure.status === 400 && failure.fieldErrors.length > 0) return;
      tellRefusal(consultId, failure);
    },
  });
}

/** Has a fax that failed sent once more, to the same number. */
export function useFaxAgain(consultId: string) {
  const attempt = useAttempt({ repeatable: true, independent: true });
  const showNote = useShowNote(consultId);
  return useMutation({
    mutationFn: async (version: number) =>
      attempt(version, async (idempotencyKey) =>
        resendSignoffNoteFax({ path: { consult_id: consultId, version }, meta: { quiet: SHOWN, idempotencyKey } }),
      ),
    onSuccess: showNote,
    onError: (failure) => {
      logFailure(consultId, 'fax note again', failure);
      tellRefusal(consultId, failure);
    },
  });
}

/** Says why; every other failure has told of itself. */
function tellRefusal(consultId: string, failure: unknown) {
  if (!isShownHere(failure)) return;
  toastRefusal(messages.HELP_DESK, failure.message);
  markStale([`consult/${consultId}`], 0);
}
