import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Topic } from '@/api/events';
import { checkIn, checkOut, getOpenWork, listCheckIns, setOnCallPreference } from '@/api/generated/sdk/on-call.gen';
import { issueDutyToken } from '@/api/generated/sdk/paging.gen';
import type { CheckInRequest, OpenWork } from '@/api/generated/types.gen';
import { refreshStale } from '@/api/live';

import { preferenceOf } from './duty';

/** The on-call state affects the user's profile, the locations for requests, the visible consults and the notifications. */
const AFFECTED: ReadonlySet<Topic> = new Set<Topic>(['me', 'worklist', 'notifications']);

/** The timeout of what precedes a logout or going off call, so that an unresponsive server does not delay leaving the computer. */
const LEAVING = { quiet: true, retries: 0, timeout: 5_000 };

/** The user's open check-ins. */
export const checkInsQuery = queryOptions({
  queryKey: ['check-ins'],
  queryFn: ({ signal }) => listCheckIns({ signal, meta: { quiet: true } }),
  staleTime: 0,
  meta: { staleOn: ['me'] },
});

/** How long the question about leaving shares what was fetched to find out whether it has to be asked. */
const SHARED_MS = 2_000;

/** What the user would leave behind. Asked when they leave, and only as long as they would wait for it. */
export const openWorkQuery = queryOptions({
  queryKey: ['open-work'],
  queryFn: ({ signal }) => getOpenWork({ signal, meta: LEAVING }),
  staleTime: SHARED_MS,
  // What waits for the user also says when another request comes. Of the consults, only those shown are followed.
  meta: { staleOn: ['me', 'on-call', 'pages'] },
});

/** Nothing to hand over, to sign or to tell anybody. */
export function isNothing({ consults, unsignedNotes, lastOnCall }: OpenWork): boolean {
  return consults.length + unsignedNotes.length + lastOnCall.length === 0;
}

/** The server's tokens last for twelve hours, so that a screen that is locked at any time rings for most of them. */
const DUTY_RENEWAL_MS = 3_600_000;

/** A token with which this browser rings for the user after it has signed them out; a new check-in needs a new one. */
export function dutyTokenQuery(userId: number) {
  return queryOptions({
    queryKey: ['duty-token', userId],
    queryFn: () => issueDutyToken({ meta: { quiet: true } }),
    staleTime: DUTY_RENEWAL_MS,
    refetchInterval: DUTY_RENEWAL_MS,
    refetchIntervalInBackground: true,
    meta: { staleOn: ['me'] },
  });
}

/** Goes on call with a request, off call with null. Resolves after the user is refetched, so that the toggle does not flicker back. */
export function useDutyChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: CheckInRequest | null) => {
      await (wanted === null ? checkOut() : checkIn({ body: wanted }));
    },
    onSuccess: () => refreshStale(queryClient, AFFECTED),
  });
}

/** Saves the on-call settings, whether on or off call. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: CheckInRequest) => setOnCallPreference({ body: preferenceOf(settings) }),
    onSuccess: () => refreshStale(queryClient, AFFECTED),
  });
}

/** Goes off call before logging out. As specified, a failure is ignored and the logout continues. */
export async function checkOutToLeave(): Promise<void> {
  await checkOut({ meta: LEAVING }).catch(() => undefined);
}
