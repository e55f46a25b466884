import { handOver } from '@/api/generated/sdk/paging.gen';
import type { OpenConsult } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { logFailure } from '@/consults/settling';
import { useAttempt } from '@/drafts/attempts';

/**
 * Hands one of the user's consults over to someone on call; rejects with the failure, which its row shows. Each choice is an attempt of
 * its own: if an earlier one was carried out unnoticed, the server refuses the next, because the user is not responsible anymore.
 */
export function useHandOver(responsibleId: number) {
  const attempt = useAttempt({ independent: true });
  return async ({ id }: OpenConsult, userId: number) => {
    const body = { userId, responsibleId };
    try {
      await attempt({ id, ...body }, async (idempotencyKey) =>
        handOver({ path: { consult_id: id }, body, meta: { quiet: true, idempotencyKey } }),
      );
    } catch (failure) {
      logFailure(id, 'hand over', failure);
      throw failure;
    } finally {
      markStale(['pages', `consult/${id}`, `timeline/${id}`], 0);
    }
  };
}
