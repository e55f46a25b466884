import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useStaleTopics } from '@/api/use-live';

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
  useStaleTopics((topics) => {
    const isOfConsult = [...topics].some((topic) => /^(consult|card)\//.test(topic));
    return isOfConsult ? queryClient.invalidateQueries({ queryKey: query.queryKey }) : undefined;
  });
  return <ListView key={hashKey(query.queryKey)} mode="transfer" list={list} entries={entries} {...props} />;
}
