import { useMutation } from '@tanstack/react-query';

import { useGuardedCall, useWishKey } from '@/api/action-key';
import { messages } from '@/api/contract/messages.gen';
import { ApiError } from '@/api/errors';
import { faxSignoffNote, resendSignoffNoteFax } from '@/api/generated/sdk.gen';
import type { SignOffNoteRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { toastRefusal } from '@/shared/ui/toasts';

import { isShownHere, logFailure, SHOWN, useNoteTaken } from '../queries';

/** Has the current version faxed; a refusal of the number (400) is the dialog's to show. */
export function useFaxNote(consultId: string) {
  const wish = useWishKey();
  const guarded = useGuardedCall();
  const took = useNoteTaken(consultId);
  return useMutation({
    mutationFn: async (faxNumber: string) =>
      guarded(faxNumber, async () =>
        faxSignoffNote({
          path: { consult_id: consultId },
          body: { faxNumber },
          meta: { quiet: SHOWN, idempotencyKey: wish.keyOf(faxNumber) },
        }),
      ),
    onSuccess: (note: SignOffNoteRead) => {
      wish.end();
      took(note);
    },
    onError: (failure) => {
      logFailure(consultId, 'fax note', failure);
      if (failure instanceof ApiError && failure.status === 400 && failure.fieldErrors.length > 0) return;
      tellRefusal(consultId, failure);
    },
  });
}

/** Has a fax that failed sent once more, to the same number. */
export function useFaxAgain(consultId: string) {
  const wish = useWishKey();
  const took = useNoteTaken(consultId);
  return useMutation({
    mutationFn: (version: number) =>
      resendSignoffNoteFax({
        path: { consult_id: consultId, version },
        meta: { quiet: SHOWN, idempotencyKey: wish.keyOf(version) },
      }),
    onSuccess: (note: SignOffNoteRead) => {
      wish.end();
      took(note);
    },
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
