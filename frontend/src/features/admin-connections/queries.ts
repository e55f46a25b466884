import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { listConnections, testConnection } from '@/api/generated/sdk/administration.gen';
import type { ConnectionRead } from '@/api/generated/types.gen';

const REFETCH_MS = 30_000;
/** The server takes ten seconds at most. */
const TEST_MS = 15_000;

/** How the other systems do. A failure is shown in the place of the page, or beside what is known. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => listConnections({ signal, meta: { quiet: true } }),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});

/** Tries one connection; a refusal is shown beside it. */
export function useTest({ kind, part }: ConnectionRead) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => testConnection({ body: { kind, part }, meta: { quiet: true, retries: 0, timeout: TEST_MS } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  });
}
