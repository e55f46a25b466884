import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { useWishKey } from '@/api/action-key';
import { listNoteTroublesOptions } from '@/api/generated/@tanstack/react-query.gen';
import { retryNoteTrouble } from '@/api/generated/sdk.gen';
import type { NoteTrouble } from '@/api/generated/types.gen';

const REFETCH_MS = 30_000;

/** What of signed notes has not arrived, newest first; nobody tells of it live, so it is asked for again and again. */
export const troublesQuery = queryOptions({ ...listNoteTroublesOptions(), staleTime: 0, refetchInterval: REFETCH_MS });

/** Has what failed of a version made or sent once more, and shows what came of it. */
export function useTryAgain() {
  const wish = useWishKey();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ consultId, version }: NoteTrouble) =>
      retryNoteTrouble({
        path: { consult_id: consultId, version },
        meta: { idempotencyKey: wish.keyOf([consultId, version]) },
      }),
    onSuccess: wish.end,
    onSettled: () => queryClient.invalidateQueries({ queryKey: troublesQuery.queryKey }),
  });
}
