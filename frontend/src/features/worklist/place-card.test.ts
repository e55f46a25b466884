import { describe, expect, it } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { makeCard, makeCards } from '@/testing/make-card';

import { cardsOf, hasMore, type Pages, withCard, withoutCard } from './place-card';

function pagesOf(more: boolean, ...pages: ConsultCard[][]): Pages {
  const starts = pages.map((_, index) => pages.slice(0, index).flat().length);
  const last = pages.length - 1;
  return {
    pages: pages.map((consults, index) => ({ consults, hasMore: index < last || more, next: null })),
    pageParams: starts,
  };
}

const ids = (data: Pages) => cardsOf(data).map(({ id }) => id.slice(-3));
const sizes = (data: Pages) => data.pages.map(({ consults }) => consults.length);
const later = (card: ConsultCard, seconds: number) => ({
  ...card,
  id: card.id.replace(/^0/, 'f'),
  createdAt: new Date(Date.parse(card.createdAt) + seconds * 1000).toISOString(),
});

const [one, two, three] = makeCards(3) as [ConsultCard, ConsultCard, ConsultCard];

describe('putting a card into the list', () => {
  it('[RT-07] inserts it between its neighbours by the sort', () => {
    const data = withCard(pagesOf(false, [one, three]), two, 'oldestFirst');
    expect(ids(data)).toEqual(['001', '002', '003']);
    expect(ids(withCard(pagesOf(false, [three, one]), two, 'newestFirst'))).toEqual(['003', '002', '001']);
  });

  it('[RT-08] moves a card that is there already and shows what is new of it', () => {
    const urgent = { ...three, priority: { ...three.priority, rank: 1 }, commentCount: 4 };
    const data = withCard(pagesOf(false, [one, two, three]), urgent, 'priorityHighToLow');
    expect(ids(data)).toEqual(['003', '001', '002']);
    expect(cardsOf(data)[0]?.commentCount).toBe(4);
  });

  it('[RT-07] leaves one that sorts behind the last loaded card to its page while more exist', () => {
    const data = withCard(pagesOf(true, [one, two]), three, 'oldestFirst');
    expect(ids(data)).toEqual(['001', '002']);
    expect(hasMore(data)).toBe(true);
  });

  it('[RT-07] appends one that sorts last when all are loaded', () => {
    expect(ids(withCard(pagesOf(false, [one, two]), three, 'oldestFirst'))).toEqual(['001', '002', '003']);
  });

  it('[RT-08] takes a card out that moved behind the last loaded one while more exist', () => {
    const sunk = { ...one, priority: { ...one.priority, rank: 9 } };
    expect(ids(withCard(pagesOf(true, [one, two]), sunk, 'priorityHighToLow'))).toEqual(['002']);
  });

  it('[WL-04] [WL-54] cuts pages of 25 anew, so that the next page begins where the cards end', () => {
    const cards = makeCards(50);
    const data = withCard(pagesOf(true, cards.slice(0, 25), cards.slice(25)), later(cards[24]!, 1), 'oldestFirst');
    expect(sizes(data)).toEqual([25, 25, 1]);
    expect(data.pageParams).toEqual([0, 25, 50]);
    expect(data.pages.map((page) => page.hasMore)).toEqual([true, true, true]);
    expect(cardsOf(data)[25]?.id).toMatch(/^f/);
  });

  it('[WL-04] shows a card once that came with two pages', () => {
    const data = pagesOf(false, [one, two], [two, three]);
    expect(ids(data)).toEqual(['001', '002', '003']);
    expect(ids(withCard(data, two, 'oldestFirst'))).toEqual(['001', '002', '003']);
  });

  it('[RT-07] places the first card into an empty list', () => {
    expect(ids(withCard(pagesOf(false, []), one, 'oldestFirst'))).toEqual(['001']);
  });
});

describe('taking a card out of the list', () => {
  it('[RT-09] closes the gap across pages', () => {
    const cards = makeCards(30);
    const data = withoutCard(pagesOf(false, cards.slice(0, 25), cards.slice(25)), cards[3]!.id);
    expect(sizes(data)).toEqual([25, 4]);
    expect(data.pages.map((page) => page.hasMore)).toEqual([true, false]);
    expect(ids(data)).not.toContain('004');
  });

  it('keeps an empty page when the last one goes, and what it knows of further ones', () => {
    expect(withoutCard(pagesOf(true, [one]), one.id)).toEqual(pagesOf(true, []));
  });

  it('changes nothing when the card is not there', () => {
    const data = pagesOf(false, [one]);
    expect(withoutCard(data, two.id)).toBe(data);
  });
});

it('expects no more cards of a list that has not been loaded', () => {
  expect(hasMore({ pages: [], pageParams: [] })).toBe(false);
});

describe('the order', () => {
  const card = (id: string, rank: number | null, createdAt: string) =>
    makeCard({ id, createdAt, priority: { name: 'routine', completionLimit: 60, rank } });
  const cards = [
    card('a', 5, '2024-03-05T13:00:00.000002Z'),
    card('b', 5, '2024-03-05T13:00:00Z'),
    card('c', null, '2024-03-05T12:00:00Z'),
    card('d', 1, '2024-03-05T13:00:00.000010Z'),
    card('e', 5, '2024-03-05T13:00:00.000002Z'),
  ];
  const sorted = (sort: Parameters<typeof withCard>[2]) =>
    cardsOf(cards.reduce((data, next) => withCard(data, next, sort), pagesOf(false, [])))
      .map(({ id }) => id)
      .join('');

  it.each([
    ['priorityHighToLow', 'dbaec'],
    ['priorityLowToHigh', 'baedc'],
    ['oldestFirst', 'cbaed'],
    ['newestFirst', 'deabc'],
  ] as const)('[WL-24] [WL-25] [WL-26] of %s is the one of the server, to the microsecond', (sort, expected) => {
    expect(sorted(sort)).toBe(expected);
  });
});
