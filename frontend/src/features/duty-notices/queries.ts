import {
  type Mutation,
  mutationOptions,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';

import { updateQuery } from '@/api/apply-response';
import { listDutyNotices, setDutyNoticeSeen } from '@/api/generated/sdk/duty-notices.gen';
import { markStale } from '@/api/live';

/** What the user has not seen about their duty, the newest first. The bar is simply absent while it cannot be fetched. */
export function dutyNoticesQuery(userId: number) {
  return queryOptions({
    queryKey: ['duty-notices', userId],
    queryFn: ({ signal }) => listDutyNotices({ signal, meta: { quiet: true } }),
    meta: { staleOn: ['duty-notices'] },
  });
}

const seeing = mutationOptions({
  mutationKey: ['see-duty-notice'],
  mutationFn: (id: number) => setDutyNoticeSeen({ path: { notice_id: id } }),
});

/** Removes a notice from all screens of the user. */
export function useSee(userId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = dutyNoticesQuery(userId);
  return useMutation({
    ...seeing,
    onSuccess: async (_, id) => {
      // A fetch in flight may be older.
      await queryClient.cancelQueries({ queryKey });
      updateQuery(queryClient, queryKey, (notices) => notices?.filter((notice) => notice.id !== id));
    },
    onSettled: () => markStale(['duty-notices'], 0),
  });
}

/** The ids of those that are being removed; they come back if that fails. */
export function useBeingSeen(): readonly (number | undefined)[] {
  return useMutationState({
    filters: { mutationKey: seeing.mutationKey, status: 'pending' },
    select: ({ state: { variables } }: Mutation<unknown, Error, number>) => variables,
  });
}
