import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  addLegalHold,
  endLegalHold,
  getRetention,
  planRetention,
  setRetentionPeriod,
} from '@/api/generated/sdk/administration.gen';
import type { NewHold, PeriodFields, PeriodRead } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, changing } from '@/versions/queries';

/** Periods, holds and runs. A failure is shown in the place of the page. */
export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => getRetention({ signal, meta: { quiet: true } }),
  staleTime: 0,
});

export function useFetchAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: retentionQuery.queryKey });
}

/** The caller shows the failure. */
export function useSetPeriod({ kind }: Pick<PeriodRead, 'kind'>) {
  const onSuccess = useFetchAgain();
  return useMutation({
    mutationFn: ({ body, version }: { body: PeriodFields; version: string }) =>
      setRetentionPeriod({ path: { kind }, body, ...changing(version) }),
    onSuccess,
  });
}

/** The caller shows the failure. */
export function useAddHold() {
  const attempt = useAttempt();
  const onSuccess = useFetchAgain();
  return useMutation({
    mutationFn: (body: NewHold) =>
      attempt(body, (idempotencyKey) => addLegalHold({ body, meta: { quiet: REFUSALS, idempotencyKey } })),
    onSuccess,
  });
}

/** The caller shows the failure. */
export function useEndHold(holdId: number) {
  const attempt = useAttempt({ final: true });
  const onSuccess = useFetchAgain();
  return useMutation({
    mutationFn: (reason: string) =>
      attempt(reason, (idempotencyKey) =>
        endLegalHold({ path: { hold_id: holdId }, body: { reason }, meta: { quiet: REFUSALS, idempotencyKey } }),
      ),
    onSuccess,
  });
}

/** Counts what could be removed; a refusal is shown beside the button. */
export function useCount() {
  return useMutation({ mutationFn: () => planRetention({ meta: { quiet: true } }) });
}
