import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useStaleTopics } from '@/api/use-live';

import { ListView, type ListProps } from './list-view';
import { transferListQuery, transfersOf } from './queries';
import { useWorklistFilter } from './use-filter';

/**
 * The transfers with their consults. They are few, so what an event tells of any consult fetches the list again: one that is not listed
 * may be so now, as a new transfer or by its new state.
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
