import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { ConsultCard } from '@/api/generated/types.gen';
import { useSocketEvent, useStaleTopics } from '@/api/use-live';
import { updateQuery } from '@/api/apply-response';
import { useMe } from '@/session/me';

import { announce } from './announcement';
import { arrivals, settle } from './arrivals';
import { awaitsAcknowledgement, type ConsultEvent, mayConcern } from './cards';
import { type CardUpdate, CardUpdates } from './card-updates';
import type { WorklistFilter } from './filter';
import { cardsOf, type Pages, withCard, withoutCard } from './place-card';
import { worklistQuery } from './queries';

const CONSULT_TOPIC = /^(?:consult|card)\/(.+)$/;

/**
 * Keeps the visible list up to date: fetches the consults of live events as cards and places them. Bursts are
 * fetched together, hidden tabs wait, and after a lost connection the query fetches the whole list once instead.
 */
export function useLiveCards(filter: WorklistFilter) {
  const queryClient = useQueryClient();
  const me = useMe();
  const [updates] = useState(() => new CardUpdates(queryClient));
  const [heard] = useState(() => new Map<string, ConsultEvent>());
  const hear = (event: ConsultEvent) => void heard.set(event.consultId, event);
  useSocketEvent('consult:created', hear);
  useSocketEvent('consult:updated', hear);
  useSocketEvent('consult:updated-state', hear);
  useSocketEvent('consult:patient:updated', hear);
  useSocketEvent('update:created', hear);
  useSocketEvent('transfer:created', hear);
  useSocketEvent('transfer:acknowledged', hear);
  useSocketEvent('transfer:completed', hear);

  useStaleTopics((topics) => {
    const listed = updates.listedIds();
    const events = new Map(heard);
    heard.clear();
    if (topics.has('everything')) return undefined;
    const ids = new Set([...topics].flatMap((topic) => CONSULT_TOPIC.exec(topic)?.[1] ?? []));
    const concerned = [...ids].filter((id) => {
      const event = events.get(id);
      // Without an event, it was the user's own action.
      return event === undefined || listed.has(id) || mayConcern(event, filter, me);
    });
    const added: ConsultCard[] = [];
    const apply = (update: CardUpdate) => {
      const isAdded = placeCard(queryClient, filter, update);
      if (update.card !== null && isAdded && arrivals.getState().fresh.has(update.id)) added.push(update.card);
    };
    return updates.update(filter, concerned, apply).then(() => announce('consult', added));
  });
}

/** Adds, moves or removes a card; returns true if it was added. */
function placeCard(queryClient: QueryClient, filter: WorklistFilter, { id, card }: CardUpdate) {
  const { queryKey } = worklistQuery(filter);
  if (card !== null && !awaitsAcknowledgement(card)) settle(id);
  const before = queryClient.getQueryData(queryKey);
  if (before === undefined) return false;
  const after = card === null ? withoutCard(before, id) : withCard(before, card);
  updateQuery(queryClient, queryKey, () => after);
  const includes = (data: Pages) => cardsOf(data).some((listed) => listed.id === id);
  return includes(after) && !includes(before);
}
