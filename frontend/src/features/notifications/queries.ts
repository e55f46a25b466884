import {
  type Mutation,
  mutationOptions,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import { dismissNotification, listNotifications, setNotificationsNotNew } from '@/api/generated/sdk/notifications.gen';
import type { NotificationRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { updateQuery } from '@/api/apply-response';
import { useMe } from '@/session/me';

/** The user's notifications that are not dismissed, newest first. The panel shows its own error. */
export function notificationsQuery(userId: number) {
  return queryOptions({
    queryKey: ['notifications', userId],
    queryFn: ({ signal }) => listNotifications({ path: { user_id: userId }, signal, meta: { quiet: true } }),
    meta: { staleOn: ['notifications'] },
  });
}

/** A notification as the user saw it: if it is raised again, it keeps its id and gets a new time. */
type Shown = Pick<NotificationRead, 'id' | 'createdAt'>;

export function versionOf({ id, createdAt }: Shown): string {
  return `${id} ${createdAt}`;
}

const dismissal = mutationOptions({
  mutationKey: ['dismiss-notification'],
  mutationFn: ({ id, createdAt }: Shown) =>
    dismissNotification({ path: { notification_id: id }, query: { createdAt } }),
});

/** The visible notifications: a dismissed one disappears immediately, and reappears if the request fails. */
export function useNotifications() {
  const query = useQuery(notificationsQuery(useMe().id));
  const dismissing = useMutationState({
    filters: { mutationKey: dismissal.mutationKey, status: 'pending' },
    select: ({ state: { variables } }: Mutation<unknown, Error, Shown>) => variables && versionOf(variables),
  });
  return { ...query, notifications: query.data?.filter((one) => !dismissing.includes(versionOf(one))) };
}

export function useDismiss() {
  const change = useListChange();
  return useMutation({
    ...dismissal,
    onSuccess: (_, shown) => change((list) => list.filter((one) => versionOf(one) !== versionOf(shown))),
    onSettled: fetchAgain,
  });
}

/** Marks only these notifications as seen; if the request fails, they are new again. */
export function useSetNotNew() {
  const userId = useMe().id;
  const change = useListChange();
  return useMutation({
    mutationFn: (seen: readonly Shown[]) =>
      setNotificationsNotNew({
        path: { user_id: userId },
        body: { shown: seen.map(({ id, createdAt }) => ({ id, createdAt })) },
        meta: { quiet: true },
      }),
    onMutate: (seen) => {
      const versions = new Set(seen.map(versionOf));
      return change((list) => list.map((one) => (versions.has(versionOf(one)) ? { ...one, isNew: false } : one)));
    },
    onSettled: fetchAgain,
  });
}

/** Refetches, because the canceled fetch may have been triggered by another change. */
const fetchAgain = () => markStale(['notifications'], 0);

/** Updates the cached list and cancels a fetch in flight, which would overwrite it with older data. */
function useListChange() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery(useMe().id);
  return async (change: (list: NotificationRead[]) => NotificationRead[]) => {
    if (queryClient.getQueryData(queryKey) === undefined) return;
    await queryClient.cancelQueries({ queryKey });
    updateQuery(queryClient, queryKey, (list) => list && change(list));
  };
}
