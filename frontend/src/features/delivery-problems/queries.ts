import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { type ApiError, isApiError } from '@/api/errors';
import { compareNotePatientOptions, listUndeliveredNotesOptions } from '@/api/generated/queries/signoff.gen';
import {
  confirmNotePatient,
  handleUndeliveredNote,
  retryUndeliveredNote,
  retryUndeliveredNotes,
} from '@/api/generated/sdk/signoff.gen';
import type { ConfirmPatient, DeliveryProblem } from '@/api/generated/types.gen';
import { toastRefusal } from '@/shared/ui/toasts';

const REFETCH_MS = 30_000;
/** Another user or a retry has already settled the problem. */
export const CONFLICT = 409;
const RECORD_CHANGED = 'record_changed';

/** Undelivered parts of signed notes, newest first. There are no live events for these, so the query polls. */
export const deliveryProblemsQuery = queryOptions({
  ...listUndeliveredNotesOptions(),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});

/** Retries the failed deliveries of a version and shows the result. */
export const useRetry = () => useSettling((path, meta) => retryUndeliveredNote({ path, meta }));

/** Marks the failed deliveries of a version as handled. */
export const useMarkHandled = () => useSettling((path, meta) => handleUndeliveredNote({ path, meta }));

/**
 * The patient as entered, beside the hospital's current record. Fetched each time and never cached. It is not refetched while an
 * administrator is reading it.
 */
export const comparisonQuery = ({ consultId, version }: DeliveryProblem) =>
  queryOptions({
    ...compareNotePatientOptions({ path: { consult_id: consultId, version } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** Whether a confirmation was rejected because the record has changed since it was shown. */
export function hasRecordChanged(failure: unknown): failure is ApiError {
  return isApiError(failure, CONFLICT, RECORD_CHANGED);
}

/** Confirms the patient for this reason, so that the pending notes are filed; the dialog reports a changed record itself. */
export function useConfirmPatient({ consultId, version }: DeliveryProblem) {
  const attempt = useAttempt({ independent: true });
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

/** Retries all failed deliveries. */
export function useRetryAll() {
  const attempt = useAttempt({ independent: true });
  const settled = useSettled();
  return useMutation({
    mutationFn: async () =>
      attempt(null, async (idempotencyKey) => retryUndeliveredNotes({ meta: { idempotencyKey } })),
    onSettled: settled,
  });
}

interface VersionPath {
  readonly consult_id: string;
  readonly version: number;
}

function useSettling(call: (path: VersionPath, meta: { idempotencyKey: string }) => Promise<unknown>) {
  const attempt = useAttempt({ independent: true });
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
