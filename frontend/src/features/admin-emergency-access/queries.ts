import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';

import { listEmergencyAccesses, reviewEmergencyAccess } from '@/api/generated/sdk/administration.gen';
import type { ReviewEmergencyAccess } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';

const KEY = 'emergency-accesses';

/** Refusals that the dialog shows. */
const REFUSALS = [400, 403, 404, 409, 429];

/** Before all of them. */
const START = '';

/** Of the reader's organizations, newest first, page by page. */
export function emergencyAccessesQuery(unreviewed: boolean) {
  return infiniteQueryOptions({
    queryKey: [KEY, unreviewed],
    queryFn: ({ pageParam, signal }) =>
      listEmergencyAccesses({
        query: { unreviewed, ...(pageParam !== START && { after: pageParam }) },
        signal,
        meta: { quiet: true },
      }),
    initialPageParam: START,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The caller shows the failure. Afterwards the list is read again, also if somebody else was faster. */
export function useReview(id: string) {
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewEmergencyAccess) =>
      attempt({ id, body }, (idempotencyKey) =>
        reviewEmergencyAccess({ path: { emergency_id: id }, body, meta: { quiet: REFUSALS, idempotencyKey } }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}
