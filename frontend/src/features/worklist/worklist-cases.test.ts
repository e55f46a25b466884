import { expect, it } from 'vitest';

import words from '@/api/contract/search-words-cases.gen.json';
import worklist from '@/api/contract/worklist-cases.gen.json';
import type { ConsultCard, ConsultSort, ConsultState } from '@/api/generated/types.gen';
import { makeCard } from '@/testing/make-card';
import { makeMe } from '@/testing/me';

import { matches, orders } from './cards';
import { changeFilter, defaultFilter, type WorklistFilter } from './filter';
import { askedWords, wordsOf } from './words';

type Consult = typeof worklist.consult;

/** What a case says of one consult as the card of it. */
function cardOf(about: Partial<Consult>): ConsultCard {
  const { nameGiven, nameFamily, locationId, rank, ...same } = { ...worklist.consult, ...about };
  const { Patient, location, priority } = makeCard();
  return makeCard({
    ...same,
    state: same.state as ConsultState,
    Patient: { ...Patient, nameGiven, nameFamily },
    location: { ...location, id: locationId },
    priority: { ...priority, rank },
  });
}

it.each(worklist.cases)(
  '[WL-24] [WL-25] [WL-33] [WL-49] [WL-50] the list shows as the server does: $name',
  ({ viewer, filter, sort, consults, shown }) => {
    const me = makeMe({ ...worklist.viewer, ...viewer });
    const asked = { ...worklist.filter, ...filter } as Partial<WorklistFilter>;
    const cards = (consults as Partial<Consult>[]).map(cardOf);
    const listed = cards.filter((card) => matches(card, changeFilter(defaultFilter(me), asked, me), me));
    expect(listed.sort(orders[sort as ConsultSort]).map(({ id }) => id)).toEqual(shown);
  },
);

it.each(words)('[WL-50] reads the words of a name as the server does: $text', ({ text, words: expected }) => {
  expect(wordsOf(text)).toEqual(expected);
});

it('[WL-50] cuts a word after it has grown, and takes the first words of a search', () => {
  expect(wordsOf('㌖'.repeat(255)).map((word) => word.length)).toEqual([100]);
  expect(askedWords('w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10')).toHaveLength(10);
});
