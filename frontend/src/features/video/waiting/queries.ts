import { queryOptions } from '@tanstack/react-query';

import { listWaitingCalls, reportRing, withdrawRing } from '@/api/generated/sdk/waiting-calls.gen';

/** The calls in which a provider waits for this user. The bar is simply absent while they cannot be fetched. */
export function waitingCallsQuery(userId: number) {
  return queryOptions({
    queryKey: ['waiting-calls', userId],
    queryFn: ({ signal }) => listWaitingCalls({ signal, meta: { quiet: true } }),
    // Whoever is on call may join on their own line only.
    meta: { staleOn: ['me', `calls-of/${userId}`] },
  });
}

/** Tells whoever waits whether the call is heard on this screen. It is repeated anyway, so a failure does not matter. */
export async function tellRinging(
  meetingId: string,
  screenId: string,
  isSilent: boolean,
  signal: AbortSignal,
): Promise<void> {
  await reportRing({
    path: { meeting_id: meetingId, screen_id: screenId },
    body: { isSilent },
    signal,
    meta: { quiet: true, retries: 0 },
  }).catch(() => undefined);
}

/** Tells whoever waits that this screen is closed, which outlasts its page. Otherwise they learn it a minute later. */
export function tellClosed(meetingId: string, screenId: string) {
  withdrawRing({
    path: { meeting_id: meetingId, screen_id: screenId },
    keepalive: true,
    meta: { quiet: true, retries: 0 },
  }).catch(() => undefined);
}
