import { queryOptions } from '@tanstack/react-query';

import { getCoverage } from '@/api/generated/sdk/coverage.gen';

/** No event says that a line opened or closed, that a shift began, or when people were last heard of. */
const REFETCH_MS = 60_000;

/** How each line is covered now. A failure is shown in the place of the board. */
export const coverageQuery = queryOptions({
  queryKey: ['coverage'],
  queryFn: ({ signal }) => getCoverage({ signal, meta: { quiet: true } }),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
  // The user's own permissions and check-ins determine which lines are included.
  meta: { staleOn: ['me', 'on-call', 'open-consults', 'call-schedules'] },
});
