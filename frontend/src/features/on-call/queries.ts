import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Topic } from '@/api/events';
import { checkIn, checkOut, setOnCallPreference } from '@/api/generated/sdk.gen';
import type { CheckInRequest } from '@/api/generated/types.gen';

import { preferenceOf } from './duty';

const AFFECTED: readonly Topic[] = ['me', 'worklist'];

/** Goes on call with a request and off call with null; done once the user is known anew, so that the screen never flickers back. */
export function useDutyChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: CheckInRequest | null) => {
      await (wanted === null ? checkOut() : checkIn({ body: wanted }));
    },
    onSuccess: () => refresh(queryClient),
  });
}

/** Saves the on-call settings as they are, on call or off. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: CheckInRequest) => setOnCallPreference({ body: preferenceOf(settings) }),
    onSuccess: () => refresh(queryClient),
  });
}

/** Who the user is, where they may ask and what they see depends on being on call. */
function refresh(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.staleOn?.some((topic) => AFFECTED.includes(topic)) ?? false,
  });
}
