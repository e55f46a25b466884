import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Topic } from '@/api/events';
import { checkIn, checkOut, setOnCallPreference } from '@/api/generated/sdk.gen';
import type { CheckInRequest } from '@/api/generated/types.gen';
import { refreshStale } from '@/api/live';

import { preferenceOf } from './duty';

/** Who the user is, where they may ask, what they see and what they are notified of depends on being on call. */
const AFFECTED: ReadonlySet<Topic> = new Set<Topic>(['me', 'worklist', 'notifications']);

/** Nobody waits long to leave a computer because the server does not answer. */
const LEAVING = { quiet: true, retries: 0, timeout: 5_000 };

/** Goes on call with a request and off call with null; done once the user is known anew, so that the screen never flickers back. */
export function useDutyChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: CheckInRequest | null) => {
      await (wanted === null ? checkOut() : checkIn({ body: wanted }));
    },
    onSuccess: () => refreshStale(queryClient, AFFECTED),
  });
}

/** Saves the on-call settings as they are, on call or off. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: CheckInRequest) => setOnCallPreference({ body: preferenceOf(settings) }),
    onSuccess: () => refreshStale(queryClient, AFFECTED),
  });
}

/** Goes off call before logging out. The specification: errors of this are ignored, and the logout goes on. */
export async function checkOutToLeave(): Promise<void> {
  await checkOut({ meta: LEAVING }).catch(() => undefined);
}
