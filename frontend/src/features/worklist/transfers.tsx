import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';

import { useStaleTopics } from '@/api/use-live';
import { isWaiting } from '@/consults/transfer-state';

import { announce } from './announcement';
import { arrivals, settle } from './arrivals';
import { arrivalOf, type Entry } from './entries';
import { ListView, type ListProps } from './list-view';
import { transferListQuery, transfersOf } from './queries';
import { useWorklistFilter } from './use-filter';

/**
 * The transfers with their consults. They are few, so an event for any consult refetches the list: a consult that is not listed
 * may be now, because of a new transfer or its new state.
 */
export function Transfers(props: ListProps) {
  const { filter } = useWorklistFilter('transfer');
  const query = transferListQuery(filter);
  const list = useInfiniteQuery(query);
  const queryClient = useQueryClient();
  const { data } = list;
  const entries = useMemo(() => (data === undefined ? null : transfersOf(data)), [data]);
  const key = hashKey(query.queryKey);
  useArrivals(entries, list.hasNextPage, key);
  useStaleTopics((topics) => {
    const isOfConsult = [...topics].some((topic) => /^(consult|card)\//.test(topic));
    return isOfConsult ? queryClient.invalidateQueries({ queryKey: query.queryKey }) : undefined;
  });
  return <ListView key={key} mode="transfer" list={list} entries={entries} {...props} />;
}

/**
 * Announces new transfers once they are in the list. Those that someone has acknowledged are no longer new, and neither are those that have
 * left the list, because they were closed. `filter` identifies the list's filter.
 */
function useArrivals(entries: readonly Entry[] | null, hasMore: boolean, filter: string) {
  const before = useRef<{ filter: string; listed: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (entries === null) return;
    const listed = new Set(entries.map(arrivalOf));
    const known = before.current?.filter === filter ? before.current.listed : null;
    before.current = { filter, listed };
    for (const entry of entries) if (entry.transfer !== null && !isWaiting(entry.transfer)) settle(arrivalOf(entry));
    if (known === null) return;
    if (!hasMore) for (const id of known) if (!listed.has(id)) settle(id);
    const { fresh } = arrivals.getState();
    const added = entries.filter((one) => !known.has(arrivalOf(one)) && fresh.has(arrivalOf(one)));
    announce(
      'transfer',
      added.map(({ card }) => card),
    );
  }, [entries, hasMore, filter]);
}
