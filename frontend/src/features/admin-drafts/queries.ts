import { queryOptions } from '@tanstack/react-query';

import { listDrafts } from '@/api/generated/sdk/administration.gen';

/** All open drafts; others may publish or change them at any time. */
export const draftsQuery = queryOptions({
  queryKey: ['admin-drafts'],
  queryFn: ({ signal }) => listDrafts({ signal, meta: { quiet: true } }),
  staleTime: 0,
});
