import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useStaleTopics } from '@/api/use-live';

import { ListView, type ListProps } from './list-view';
import { transferListQuery, transfersOf } from './queries';
import { useWorklistFilter } from './use-filter';

/** The transfers with their consults. They are few, so what an event tells of a listed consult fetches the list again. */
export function Transfers(props: ListProps) {
  const { filter } = useWorklistFilter('transfer');
  const query = transferListQuery(filter);
  const list = useInfiniteQuery(query);
  const queryClient = useQueryClient();
  const { data } = list;
  const entries = useMemo(() => (data === undefined ? null : transfersOf(data)), [data]);
  useStaleTopics((topics) => {
    const isListed = entries?.some(({ card }) => topics.has(`consult/${card.id}`) || topics.has(`card/${card.id}`));
    return isListed === true ? queryClient.invalidateQueries({ queryKey: query.queryKey }) : undefined;
  });
  return <ListView key={hashKey(query.queryKey)} mode="transfer" list={list} entries={entries} {...props} />;
}
