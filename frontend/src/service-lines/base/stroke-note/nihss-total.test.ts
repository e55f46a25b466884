import { expect, it } from 'vitest';

import { strokeNote } from '@/api/contract/stroke-note.gen';

import { nihssTotal, totalInWords } from './nihss-total';

const all = (score: (levels: number) => unknown) =>
  Object.fromEntries(strokeNote.nihss.map(({ name, levels }) => [name, score(levels.length)]));
const zeros = all(() => 0);

it('[NOTE-18] [NOTE-20] adds the scores up, to 42 at most', () => {
  expect(totalInWords(zeros)).toBe('0');
  expect(totalInWords({ ...zeros, facialPalsy: 1, rightArm: 2 })).toBe('3');
  expect(totalInWords(all((levels) => levels - 1))).toBe('42');
});

const missing = [
  { what: 'nothing at all', nihss: '', words: '0 (incomplete, 15 not scored)' },
  { what: 'an empty scale', nihss: all(() => ''), words: '0 (incomplete, 15 not scored)' },
  { what: 'all but one item', nihss: { ...zeros, loc: 3, sensory: '' }, words: '3 (incomplete, 1 not scored)' },
  { what: 'an item as null', nihss: { ...zeros, sensory: null }, words: '0 (incomplete, 1 not scored)' },
  { what: 'an item as text', nihss: { ...zeros, sensory: '2' }, words: '0 (incomplete, 1 not scored)' },
];

it.each(missing)('[NOTE-20] never says a bare total of $what', ({ nihss, words }) => {
  expect(totalInWords(nihss)).toBe(words);
});

it('[NOTE-19] [NOTE-20] adds nothing for what cannot be tested, and says how many that are', () => {
  const nihss = { ...zeros, leftArm: -1, dysarthria: -1, loc: 2 };
  expect(totalInWords(nihss)).toBe('2 (2 untestable)');
  expect(totalInWords({ ...nihss, sensory: '' })).toBe('2 (incomplete, 1 not scored, 2 untestable)');
  expect(nihssTotal(nihss)).toEqual({ total: 2, untestable: 2, unscored: 0 });
});

it('[NOTE-22] says Not Done of a scale that was not done, whatever else stands there', () => {
  expect(totalInWords({ ...zeros, loc: 3, notDone: true })).toBe('Not Done');
  expect(nihssTotal({ notDone: true })).toBeNull();
  expect(totalInWords({ ...zeros, notDone: false })).toBe('0');
});
