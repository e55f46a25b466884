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
  const started =
    mode === 'transfer'
      ? queryClient.infiniteQuery({ ...transferListQuery(filter), staleTime: 'static' })
      : queryClient.infiniteQuery({ ...worklistQuery(filter), staleTime: 'static' });
  // The list shows its own error.
  started.catch(() => undefined);
}
