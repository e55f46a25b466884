import { useMutation } from '@tanstack/react-query';

import { confirmOnThePhone, declinePage, handOver } from '@/api/generated/sdk/paging.gen';
import type { HandOver } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import type { Consult } from '@/consults/consult';
import { ACTION_REFUSALS, settleFailure } from '@/consults/settling';
import { useAttempt } from '@/drafts/attempts';

/** Declines the request that the user was paged about. The dialog shows field errors (400). */
export function useDeclinePage({ id, paging }: Pick<Consult, 'id' | 'paging'>) {
  const attempt = useAttempt();
  return useMutation({
    mutationFn: async (reason: string) =>
      attempt(reason, async (idempotencyKey) =>
        declinePage({
          path: { page_id: paging?.id ?? 0 },
          body: { reason },
          meta: { quiet: [400, ...ACTION_REFUSALS], idempotencyKey },
        }),
      ),
    onSuccess: () => markStale(['pages', `consult/${id}`, `timeline/${id}`, `paging/${id}`], 0),
    onError: settleFailure(id, 'decline'),
  });
}

/** Says that the user is at work on the consult by phone. */
export function useConfirmOnThePhone(consultId: string) {
  return useMutation({
    mutationFn: () => confirmOnThePhone({ path: { consult_id: consultId }, meta: { quiet: ACTION_REFUSALS } }),
    onSuccess: () => markStale(['pages', `consult/${consultId}`, `timeline/${consultId}`], 0),
    onError: settleFailure(consultId, 'confirm on the phone'),
  });
}

/** Makes someone who is on call responsible for the consult. The dialog shows field errors (400). */
export function useHandOver(consultId: string) {
  const attempt = useAttempt();
  return useMutation({
    mutationFn: async (body: HandOver) =>
      attempt(body, async (idempotencyKey) =>
        handOver({
          path: { consult_id: consultId },
          body,
          meta: { quiet: [400, ...ACTION_REFUSALS], idempotencyKey },
        }),
      ),
    onSuccess: () => markStale(['pages', `consult/${consultId}`, `timeline/${consultId}`], 0),
    onError: settleFailure(consultId, 'hand over'),
  });
}
