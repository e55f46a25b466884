import { useMutation } from '@tanstack/react-query';

import { useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { ApiError } from '@/api/errors';
import { faxSignoffNote, resendSignoffNoteFax } from '@/api/generated/sdk/signoff.gen';
import { markStale } from '@/api/live';
import { toastRefusal } from '@/shared/ui/toasts';

import { isNoteRefusal, logFailure, NOTE_REFUSALS, useShowNote } from '../queries';

/** Faxes the current version. The dialog shows an invalid number (400). */
export function useFaxNote(consultId: string) {
  const attempt = useAttempt();
  const showNote = useShowNote(consultId);
  return useMutation({
    mutationFn: async (faxNumber: string) =>
      attempt(faxNumber, async (idempotencyKey) =>
        faxSignoffNote({
          path: { consult_id: consultId },
          body: { faxNumber },
          meta: { quiet: NOTE_REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: showNote,
    onError: (failure) => {
      logFailure(consultId, 'fax note', failure);
      if (failure instanceof ApiError && failure.status === 400 && failure.fieldErrors.length > 0) return;
      reportRefusal(consultId, failure);
    },
  });
}

/** Sends a failed fax again, to the same number. */
export function useResendFax(consultId: string) {
  const attempt = useAttempt({ independent: true });
  const showNote = useShowNote(consultId);
  return useMutation({
    mutationFn: async (version: number) =>
      attempt(version, async (idempotencyKey) =>
        resendSignoffNoteFax({
          path: { consult_id: consultId, version },
          meta: { quiet: NOTE_REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: showNote,
    onError: (failure) => {
      logFailure(consultId, 'fax note again', failure);
      reportRefusal(consultId, failure);
    },
  });
}

/** Reports a refusal; all other failures are reported elsewhere. */
function reportRefusal(consultId: string, failure: unknown) {
  if (!isNoteRefusal(failure)) return;
  toastRefusal(messages.HELP_DESK, failure.message);
  markStale([`consult/${consultId}`], 0);
}
