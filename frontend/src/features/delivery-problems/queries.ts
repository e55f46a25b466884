import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { type ApiError, isApiError } from '@/api/errors';
import { compareNotePatientOptions, listNoteTroublesOptions } from '@/api/generated/@tanstack/react-query.gen';
import {
  confirmNotePatient,
  handleNoteTrouble,
  retryNoteTrouble,
  retryNoteTroubles,
} from '@/api/generated/sdk.gen';
import type { ConfirmPatient, DeliveryProblem } from '@/api/generated/types.gen';
import { toastRefusal } from '@/shared/ui/toasts';

const REFETCH_MS = 30_000;
/** Somebody or something was faster. */
export const CONFLICT = 409;
const RECORD_CHANGED = 'record_changed';

/** What of signed notes has not arrived, newest first; nobody tells of it live, so it is asked for again and again. */
export const deliveryProblemsQuery = queryOptions({
  ...listNoteTroublesOptions(),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});

/** Has what failed of a version made or sent once more, and shows what came of it. */
export const useTryAgain = () => useSettling((path, meta) => retryNoteTrouble({ path, meta }));

/** Lets go of what could not be delivered of a version. */
export const useMarkHandled = () => useSettling((path, meta) => handleNoteTrouble({ path, meta }));

/**
 * What was said of the patient beside what the hospital's record says now; asked anew each time, and never kept. It does not change by
 * itself under the eyes of who decides.
 */
export const comparisonQuery = ({ consultId, version }: DeliveryProblem) =>
  queryOptions({
    ...compareNotePatientOptions({ path: { consult_id: consultId, version } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** Whether a confirmation was refused because the record says something else by now than what was seen. */
export function hasRecordChanged(failure: unknown): failure is ApiError {
  return isApiError(failure, CONFLICT, RECORD_CHANGED);
}

/** Has the notes filed that wait for their patient, for this reason; the dialog says that the record has changed. */
export function useConfirmPatient({ consultId, version }: DeliveryProblem) {
  const attempt = useAttempt({ repeatable: true, independent: true });
  const settled = useSettled();
  return useMutation({
    mutationFn: async (body: ConfirmPatient) =>
      attempt([consultId, version, body], async (idempotencyKey) =>
        confirmNotePatient({
          path: { consult_id: consultId, version },
          body,
          meta: { quiet: [CONFLICT], idempotencyKey },
        }),
      ),
    onError: (failure) => {
      if (isApiError(failure, CONFLICT) && failure.code !== RECORD_CHANGED)
        toastRefusal(messages.HELP_DESK, failure.message);
    },
    onSettled: settled,
  });
}

/** Has all that failed made or sent once more. */
export function useTryAllAgain() {
  const attempt = useAttempt({ repeatable: true, independent: true });
  const settled = useSettled();
  return useMutation({
    mutationFn: async () =>
      attempt(null, async (idempotencyKey) => retryNoteTroubles({ meta: { idempotencyKey } })),
    onSettled: settled,
  });
}

interface OfVersion {
  readonly consult_id: string;
  readonly version: number;
}

function useSettling(call: (path: OfVersion, meta: { idempotencyKey: string }) => Promise<unknown>) {
  const attempt = useAttempt({ repeatable: true, independent: true });
  const settled = useSettled();
  return useMutation({
    mutationFn: async ({ consultId, version }: DeliveryProblem) =>
      attempt([consultId, version], async (idempotencyKey) =>
        call({ consult_id: consultId, version }, { idempotencyKey }),
      ),
    onSettled: settled,
  });
}

function useSettled() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: deliveryProblemsQuery.queryKey });
}
