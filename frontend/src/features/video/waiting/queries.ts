import { queryOptions } from '@tanstack/react-query';

import { listWaitingCalls } from '@/api/generated/sdk/video.gen';

/** The calls in which a provider waits for this user. The bar is simply absent while they cannot be fetched. */
export function waitingCallsQuery(userId: number) {
  return queryOptions({
    queryKey: ['waiting-calls', userId],
    queryFn: ({ signal }) => listWaitingCalls({ signal, meta: { quiet: true } }),
    // Whoever is on call may join on their own line only.
    meta: { staleOn: ['me', `calls-of/${userId}`] },
  });
}
