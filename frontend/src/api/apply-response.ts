import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

type Change<T> = (current: T | undefined) => T | undefined;

/**
 * Updates a query with the result of the user's own action. A fetch in flight was sent earlier and may arrive later, so it is canceled,
 * and sent again if the query is in use. If the change returns undefined, nothing happens.
 */
export function applyResponse<K extends QueryKey>(
  queryClient: QueryClient,
  queryKey: K,
  change: Change<InferDataFromTag<unknown, K>>,
) {
  const next = change(queryClient.getQueryData(queryKey));
  if (next === undefined) return;
  const wasFetching = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  void queryClient.cancelQueries({ queryKey, exact: true });
  updateQuery(queryClient, queryKey, () => next);
  if (wasFetching) void queryClient.invalidateQueries({ queryKey, exact: true });
}

/** Updates a query when the caller has made sure that no older fetch is in flight. */
export function updateQuery<K extends QueryKey>(
  queryClient: QueryClient,
  queryKey: K,
  change: Change<InferDataFromTag<unknown, K>>,
) {
  queryClient.setQueryData(queryKey, change);
}
