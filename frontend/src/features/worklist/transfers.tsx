import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';

import { useStaleTopics } from '@/api/use-live';

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
  useArrivals(entries);
  useStaleTopics((topics) => {
    const isOfConsult = [...topics].some((topic) => /^(consult|card)\//.test(topic));
    return isOfConsult ? queryClient.invalidateQueries({ queryKey: query.queryKey }) : undefined;
  });
  return <ListView key={hashKey(query.queryKey)} mode="transfer" list={list} entries={entries} {...props} />;
}

/** Announces new transfers once they are in the list; those that someone has acknowledged or that are closed are no longer new. */
function useArrivals(entries: readonly Entry[] | null) {
  const before = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (entries === null) return;
    for (const entry of entries) if (!isWaiting(entry)) settle(arrivalOf(entry));
    const known = before.current;
    const { fresh } = arrivals.getState();
    before.current = new Set(entries.map(arrivalOf));
    const added =
      known === null ? [] : entries.filter((one) => !known.has(arrivalOf(one)) && fresh.has(arrivalOf(one)));
    announce(
      'transfer',
      added.map(({ card }) => card),
    );
  }, [entries]);
}

function isWaiting({ transfer }: Entry): boolean {
  return transfer?.state === 'requested' && transfer.closedReason === null;
}
