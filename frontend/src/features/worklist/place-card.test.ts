import { describe, expect, it } from 'vitest';

import type { ListedConsult } from '@/api/generated/types.gen';
import { listed, makeCards } from '@/testing/make-card';

import { cardsOf, hasMore, type Pages, withCard, withoutCard } from './place-card';

function pagesOf(more: boolean, ...pages: ListedConsult[][]): Pages {
  const starts = pages.map((_, index) => pages.slice(0, index).flat().length);
  const last = pages.length - 1;
  return {
    pages: pages.map((consults, index) => ({ consults, hasMore: index < last || more, next: null })),
    pageParams: starts,
  };
}

const ids = (data: Pages) => cardsOf(data).map(({ id }) => id.slice(-3));
const sizes = (data: Pages) => data.pages.map(({ consults }) => consults.length);
const [one, two, three] = makeCards(3).map(listed) as [ListedConsult, ListedConsult, ListedConsult];
/** The same card with the sort key of this other card, sorted after it. */
const after = (other: ListedConsult, card: ListedConsult) => ({ ...card, sortKey: `${other.sortKey} and after` });

describe('putting a card into the list', () => {
  it('[RT-07] inserts it between its neighbors by the sort key', () => {
    expect(ids(withCard(pagesOf(false, [one, three]), two))).toEqual(['001', '002', '003']);
    const backwards = [
      { ...three, sortKey: 'a' },
      { ...one, sortKey: 'c' },
    ];
    expect(ids(withCard(pagesOf(false, backwards), { ...two, sortKey: 'b' }))).toEqual(['003', '002', '001']);
  });

  it('[RT-08] moves and updates an existing card', () => {
    const urgent = { ...three, sortKey: '', commentCount: 4 };
    const data = withCard(pagesOf(false, [one, two, three]), urgent);
    expect(ids(data)).toEqual(['003', '001', '002']);
    expect(cardsOf(data)[0]?.commentCount).toBe(4);
  });

  it('[RT-07] omits a card that sorts after the last loaded one while there are more pages', () => {
    const data = withCard(pagesOf(true, [one, two]), three);
    expect(ids(data)).toEqual(['001', '002']);
    expect(hasMore(data)).toBe(true);
  });

  it('[RT-07] appends a card that sorts last when all are loaded', () => {
    expect(ids(withCard(pagesOf(false, [one, two]), three))).toEqual(['001', '002', '003']);
  });

  it('[RT-08] removes a card that moved after the last loaded one while there are more pages', () => {
    expect(ids(withCard(pagesOf(true, [one, two]), after(two, one)))).toEqual(['002']);
  });

  it('[WL-04] [WL-54] regroups the cards into pages of 25, so that the next page starts after them', () => {
    const cards = makeCards(50).map(listed);
    const added = after(cards[24]!, { ...cards[24]!, id: 'added' });
    const data = withCard(pagesOf(true, cards.slice(0, 25), cards.slice(25)), added);
    expect(sizes(data)).toEqual([25, 25, 1]);
    expect(data.pageParams).toEqual([0, 25, 50]);
    expect(data.pages.map((page) => page.hasMore)).toEqual([true, true, true]);
    expect(cardsOf(data)[25]?.id).toBe('added');
  });

  it('[WL-04] shows a card once if it is in two pages', () => {
    const data = pagesOf(false, [one, two], [two, three]);
    expect(ids(data)).toEqual(['001', '002', '003']);
    expect(ids(withCard(data, two))).toEqual(['001', '002', '003']);
  });

  it('[RT-07] puts the first card into an empty list', () => {
    expect(ids(withCard(pagesOf(false, []), one))).toEqual(['001']);
  });
});

describe('taking a card out of the list', () => {
  it('[RT-09] closes the gap across pages', () => {
    const cards = makeCards(30).map(listed);
    const data = withoutCard(pagesOf(false, cards.slice(0, 25), cards.slice(25)), cards[3]!.id);
    expect(sizes(data)).toEqual([25, 4]);
    expect(data.pages.map((page) => page.hasMore)).toEqual([true, false]);
    expect(ids(data)).not.toContain('004');
  });

  it('keeps an empty page when the last card is removed, and whether there are more pages', () => {
    expect(withoutCard(pagesOf(true, [one]), one.id)).toEqual(pagesOf(true, []));
  });

  it('changes nothing if the card is not in the list', () => {
    const data = pagesOf(false, [one]);
    expect(withoutCard(data, two.id)).toBe(data);
  });
});

it('reports no further pages for a list that has not been loaded', () => {
  expect(hasMore({ pages: [], pageParams: [] })).toBe(false);
});
