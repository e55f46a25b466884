import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { ListView, type ListProps } from './list-view';
import { cardsOf } from './place-card';
import { worklistQuery } from './queries';
import { useLiveCards } from './use-live-cards';
import { useWorklistFilter } from './use-filter';

/** The consults, updated individually by events. */
export function Consults(props: ListProps) {
  const { filter } = useWorklistFilter('consult');
  const query = worklistQuery(filter);
  const list = useInfiniteQuery(query);
  useLiveCards(filter);
  const { data } = list;
  const entries = useMemo(
    () => (data === undefined ? null : cardsOf(data).map((card) => ({ card, transfer: null }))),
    [data],
  );
  return <ListView key={hashKey(query.queryKey)} mode="consult" list={list} entries={entries} {...props} />;
}
