import { expect, it } from 'vitest';

import { strokeNote } from '@/api/contract/stroke-note.gen';

import { nihssTotal, formatTotal } from './nihss-total';

const all = (score: (levels: number) => unknown) =>
  Object.fromEntries(strokeNote.nihss.map(({ name, levels }) => [name, score(levels.length)]));
const zeros = all(() => 0);

it('[NOTE-18] [NOTE-20] adds up the scores, to a maximum of 42', () => {
  expect(formatTotal(zeros)).toBe('0');
  expect(formatTotal({ ...zeros, facialPalsy: 1, rightArm: 2 })).toBe('3');
  expect(formatTotal(all((levels) => levels - 1))).toBe('42');
});

const missing = [
  { what: 'nothing at all', nihss: '', words: '0 (incomplete, 15 not scored)' },
  { what: 'an empty scale', nihss: all(() => ''), words: '0 (incomplete, 15 not scored)' },
  { what: 'all but one item', nihss: { ...zeros, loc: 3, sensory: '' }, words: '3 (incomplete, 1 not scored)' },
  { what: 'an item as null', nihss: { ...zeros, sensory: null }, words: '0 (incomplete, 1 not scored)' },
  { what: 'an item as text', nihss: { ...zeros, sensory: '2' }, words: '0 (incomplete, 1 not scored)' },
];

it.each(missing)('[NOTE-20] never shows a total alone for $what', ({ nihss, words }) => {
  expect(formatTotal(nihss)).toBe(words);
});

it('[NOTE-19] [NOTE-20] adds nothing for untestable items, and states how many there are', () => {
  const nihss = { ...zeros, leftArm: -1, dysarthria: -1, loc: 2 };
  expect(formatTotal(nihss)).toBe('2 (2 untestable)');
  expect(formatTotal({ ...nihss, sensory: '' })).toBe('2 (incomplete, 1 not scored, 2 untestable)');
  expect(nihssTotal(nihss)).toEqual({ total: 2, untestable: 2, unscored: 0 });
});

it('[NOTE-22] shows Not Done for a scale that was not done, even if it has scores', () => {
  expect(formatTotal({ ...zeros, loc: 3, notDone: true })).toBe('Not Done');
  expect(nihssTotal({ notDone: true })).toBeNull();
  expect(formatTotal({ ...zeros, notDone: false })).toBe('0');
});
