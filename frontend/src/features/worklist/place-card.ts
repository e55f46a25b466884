import type { InfiniteData } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import type { ListedConsult, SearchResponse } from '@/api/generated/types.gen';

/** The list as it is cached: pages of the search request, each with the number of cards before it. */
export type Pages = InfiniteData<SearchResponse>;

/** Every card once, in the list's order. A card that moved between two page loads may be in both pages. */
export function cardsOf({ pages }: Pages): ListedConsult[] {
  const cards = new Map<string, ListedConsult>();
  for (const card of pages.flatMap((page) => page.consults)) if (!cards.has(card.id)) cards.set(card.id, card);
  return [...cards.values()];
}

export function hasMore({ pages }: Pages): boolean {
  return pages.at(-1)?.hasMore ?? false;
}

/**
 * The list with the card at the position of its sort key. A card that sorts after the last loaded one is omitted while the server has
 * more pages, because it will be loaded with its page.
 */
export function withCard(data: Pages, card: ListedConsult): Pages {
  const others = cardsOf(data).filter(({ id }) => id !== card.id);
  const next = others.findIndex((other) => card.sortKey < other.sortKey);
  if (next === -1 && hasMore(data)) return asPages(others, true);
  const place = next === -1 ? others.length : next;
  return asPages([...others.slice(0, place), card, ...others.slice(place)], hasMore(data));
}

/** The list without the card; the same object if the card was not in it. */
export function withoutCard(data: Pages, id: string): Pages {
  const cards = cardsOf(data);
  return cards.some((card) => card.id === id)
    ? asPages(
        cards.filter((card) => card.id !== id),
        hasMore(data),
      )
    : data;
}

/** Splits the cards into pages of the usual size, so that a later refetch loads as many as are shown. */
function asPages(cards: readonly ListedConsult[], more: boolean): Pages {
  const size = constants.LIST_PAGE_SIZE;
  const starts = Array.from({ length: Math.max(1, Math.ceil(cards.length / size)) }, (_, index) => index * size);
  const pages = starts.map((start, index) => ({
    consults: cards.slice(start, start + size),
    hasMore: index < starts.length - 1 || more,
    // Pages are requested by offset.
    next: null,
  }));
  return { pages, pageParams: starts };
}
