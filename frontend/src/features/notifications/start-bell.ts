import type { QueryClient } from '@tanstack/react-query';

import { abilityOf, meQuery } from '@/session/me';

import { notificationsQuery } from './queries';

/** Requests the notifications of a user who has the bell while the page is being rendered, unless they have been loaded before. */
export function startBell(queryClient: QueryClient) {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me === undefined || !abilityOf(me).can('Give', 'Consult')) return;
  // The bell has its own retry.
  queryClient.query({ ...notificationsQuery(me.id), staleTime: 'static' }).catch(() => undefined);
}
