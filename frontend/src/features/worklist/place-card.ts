import type { InfiniteData } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import type { ConsultCard, ConsultSort, SearchAnswer } from '@/api/generated/types.gen';

import { orders } from './cards';

/** The list as the cache holds it: pages of the search call and how many cards stood before each. */
export type Pages = InfiniteData<SearchAnswer>;

/** Every card once, in the list's order. A card that moved between two page loads may have come twice. */
export function cardsOf({ pages }: Pages): ConsultCard[] {
  const cards = new Map<string, ConsultCard>();
  for (const card of pages.flatMap((page) => page.consults)) if (!cards.has(card.id)) cards.set(card.id, card);
  return [...cards.values()];
}

export function hasMore({ pages }: Pages): boolean {
  return pages.at(-1)?.hasMore ?? false;
}

/**
 * The list with a card in its place by the sort. Beyond the last loaded card the place is unknown while more exist: the card
 * comes with its page then.
 */
export function withCard(data: Pages, card: ConsultCard, sort: ConsultSort): Pages {
  const others = cardsOf(data).filter(({ id }) => id !== card.id);
  const next = others.findIndex((other) => orders[sort](card, other) < 0);
  if (next === -1 && hasMore(data)) return asPages(others, true);
  const place = next === -1 ? others.length : next;
  return asPages([...others.slice(0, place), card, ...others.slice(place)], hasMore(data));
}

/** The list without a card; the same list when it was not there. */
export function withoutCard(data: Pages, id: string): Pages {
  const cards = cardsOf(data);
  return cards.some((card) => card.id === id)
    ? asPages(
        cards.filter((card) => card.id !== id),
        hasMore(data),
      )
    : data;
}

/** Cut anew into pages of the usual size, so that a later refetch asks for as many as are shown. */
function asPages(cards: readonly ConsultCard[], more: boolean): Pages {
  const size = constants.LIST_PAGE_SIZE;
  const starts = Array.from({ length: Math.max(1, Math.ceil(cards.length / size)) }, (_, index) => index * size);
  const pages = starts.map((start, index) => ({
    consults: cards.slice(start, start + size),
    hasMore: index < starts.length - 1 || more,
    // Pages are asked for by number.
    next: null,
  }));
  return { pages, pageParams: starts };
}
