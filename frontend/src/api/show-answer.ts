import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

type Change<T> = (known: T | undefined) => T | undefined;

/**
 * Shows what came of the user's own action. A fetch that is under way was asked for before and may arrive after it, so it is given up,
 * and asked for again where somebody waits for it. Where the change answers undefined, all stays as it is.
 */
export function showAnswer<K extends QueryKey>(
  queryClient: QueryClient,
  queryKey: K,
  change: Change<InferDataFromTag<unknown, K>>,
) {
  const shown = change(queryClient.getQueryData(queryKey));
  if (shown === undefined) return;
  const isUnderWay = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  void queryClient.cancelQueries({ queryKey, exact: true });
  changeShown(queryClient, queryKey, () => shown);
  if (isUnderWay) void queryClient.invalidateQueries({ queryKey, exact: true });
}

/** Changes what is shown where the caller has made sure that nothing older is under way. */
export function changeShown<K extends QueryKey>(
  queryClient: QueryClient,
  queryKey: K,
  change: Change<InferDataFromTag<unknown, K>>,
) {
  queryClient.setQueryData(queryKey, change);
}
