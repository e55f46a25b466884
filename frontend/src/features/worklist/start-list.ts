import type { QueryClient } from '@tanstack/react-query';

import { meQuery } from '@/session/me';

import { mayList, type WorklistMode } from './mode';
import { transferListQuery, worklistQuery } from './queries';
import { appliedFilters, shownFilter } from './saved-filter';

/** Requests the list's first page while its page is being rendered, unless it has been loaded before. */
export function startList(queryClient: QueryClient, mode: WorklistMode) {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me === undefined || !mayList(me, mode)) return;
  const filter = shownFilter(appliedFilters.read(me.id)[mode], me, mode, {});
  if (mode === 'transfer')
    void queryClient.prefetchInfiniteQuery({ ...transferListQuery(filter), staleTime: 'static' });
  else void queryClient.prefetchInfiniteQuery({ ...worklistQuery(filter), staleTime: 'static' });
}
