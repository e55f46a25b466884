import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { ConsultCard } from '@/api/generated/types.gen';
import { useSocketEvent, useStaleTopics } from '@/api/use-live';
import { changeShown } from '@/api/show-answer';
import { type Me, useMe } from '@/session/me';
import { createStore } from 'zustand/vanilla';

import { arrivals, settle } from './arrivals';
import { awaitsAcknowledgement, type ConsultPlace, matches, mayConcern } from './cards';
import { type CardUpdate, CardUpdates } from './card-updates';
import type { WorklistFilter } from './filter';
import { cardsOf, type Pages, withCard, withoutCard } from './place-card';
import { worklistQuery } from './queries';

const CONSULT_TOPIC = /^(?:consult|card)\/(.+)$/;

/** The latest words about new consults, for a live region; the same words once more are another announcement. */
export const announcement = createStore(() => ({ id: 0, words: '' }));

/**
 * Keeps the list on the screen true: what an event names is fetched as one card and put into its place. Bursts are gathered, hidden
 * tabs wait, and after a lost connection the query fetches the whole list once instead.
 */
export function useLiveCards(filter: WorklistFilter) {
  const queryClient = useQueryClient();
  const me = useMe();
  const [updates] = useState(() => new CardUpdates(queryClient));
  const [heard] = useState(() => new Map<string, ConsultPlace>());
  const query = worklistQuery(filter);
  const hear = (place: ConsultPlace) => void heard.set(place.consultId, place);
  useSocketEvent('consult:created', hear);
  useSocketEvent('consult:updated', hear);
  useSocketEvent('consult:updated-state', hear);
  useSocketEvent('consult:patient:updated', hear);
  useSocketEvent('update:created', hear);

  useStaleTopics((topics) => {
    const listed = updates.listedIds();
    const places = new Map(heard);
    heard.clear();
    if (topics.has('everything')) return undefined;
    const ids = new Set([...topics].flatMap((topic) => CONSULT_TOPIC.exec(topic)?.[1] ?? []));
    const concerned = [...ids].filter((id) => {
      const place = places.get(id);
      // Without an event it was the user's own action.
      return place === undefined || listed.has(id) || mayConcern(place, filter, me);
    });
    const news: ConsultCard[] = [];
    const place = (update: CardUpdate) => {
      const isListed = placeCard(queryClient, filter, me, update);
      if (update.card !== null && isListed && arrivals.getState().fresh.has(update.id)) news.push(update.card);
    };
    return updates.update(query.queryKey, concerned, place).then(() => announce(news));
  });
}

/** Puts a card where it belongs by filter and sort, or takes it out; true when it is in the list now and was not before. */
function placeCard(queryClient: QueryClient, filter: WorklistFilter, me: Me, { id, card }: CardUpdate) {
  const { queryKey } = worklistQuery(filter);
  if (card === null || !awaitsAcknowledgement(card)) settle(id);
  const before = queryClient.getQueryData(queryKey);
  if (before === undefined) return false;
  const belongs = card !== null && matches(card, filter, me);
  const after = belongs ? withCard(before, card, filter.sort) : withoutCard(before, id);
  changeShown(queryClient, queryKey, () => after);
  const isIn = (data: Pages) => cardsOf(data).some((listed) => listed.id === id);
  return isIn(after) && !isIn(before);
}

/** Says it to those who hear the screen, in one sentence for all that came together. */
function announce(news: readonly ConsultCard[]) {
  const [first] = news;
  if (first === undefined) return;
  const { priority, ServiceLine, location } = first;
  const one = `New consult: ${priority.name}, ${ServiceLine.name}, ${location.displayName}.`;
  const words = news.length === 1 ? one : `${news.length} new consults.`;
  announcement.setState({ id: announcement.getState().id + 1, words }, true);
}
