import { describe, expect, it } from 'vitest';

import {
  appended,
  blocksOf,
  indentOf,
  isBlank,
  isRichText,
  linesOf,
  plainText,
  type RichLine,
  type RichText,
  storedLength,
  tidyRuns,
  visibleLength,
} from './rich-text';

const run = (text: string, marks = '') => ({ text, bold: marks.includes('b'), italic: marks.includes('i') });
const line = (kind: RichLine['kind'], indent: number, ...texts: string[]): RichLine => ({
  kind,
  indent: indentOf(indent),
  runs: texts.map((text) => run(text)),
});

const note: RichText = {
  lines: [
    { kind: 'paragraph', indent: 0, runs: [run('Weak '), run('left', 'b'), run(' arm')] },
    line('bullet', 1, '🙂'),
    line('bullet', 0),
  ],
};

describe('a value', () => {
  const invalid = [
    null,
    undefined,
    '',
    'text',
    [],
    {},
    { lines: null },
    { lines: ['text'] },
    { lines: [{ kind: 'heading', indent: 0, runs: [] }] },
    { lines: [{ kind: 'bullet', indent: 4, runs: [] }] },
    { lines: [{ kind: 'bullet', indent: '1', runs: [] }] },
    { lines: [{ kind: 'bullet', indent: 0 }] },
    { lines: [{ kind: 'bullet', indent: 0, runs: [{ text: 'a', bold: true }] }] },
    { lines: [{ kind: 'bullet', indent: 0, runs: [{ text: 1, bold: true, italic: false }] }] },
    { lines: [...note.lines, null] },
  ];
  it.each(invalid)('is not rich text: %j', (value) => expect(isRichText(value)).toBe(false));

  it.each([note, linesOf([]), linesOf(['a', ''])])('is rich text: %j', (value) => expect(isRichText(value)).toBe(true));
});

describe('the length', () => {
  it('[NOTE-17] is that of the visible characters, without line breaks and marks', () => {
    expect(visibleLength(note)).toBe('Weak left arm'.length + 1);
    expect(plainText(note)).toBe('Weak left arm\n🙂\n');
  });

  it('[NOTE-17] is more when it is stored: sixteen for each run and each line', () => {
    expect(storedLength(note)).toBe(14 + (4 + 3) * 16);
  });

  it('[NOTE-17] is blank if there is only white space', () => {
    expect(isBlank(linesOf(['', ' \u00a0', '']))).toBe(true);
    expect(isBlank(linesOf(['', ' . ']))).toBe(false);
  });
});

it.each([
  [-1, 0],
  [0, 0],
  [2.5, 2],
  [3, 3],
  [4, 3],
  [Number.NaN, 0],
])('[NOTE-16] [BCONST-14] has three levels besides none: %d is %d', (level, indent) => {
  expect(indentOf(level)).toBe(indent);
});

it('drops what cannot be stored and empty runs, and merges runs with the same marks', () => {
  const runs = [run('a\0b'), run('\u0007', 'b'), run('\td'), run('', 'i'), run('e\ud83d', 'bi'), run('🙂', 'bi')];
  expect(tidyRuns(runs)).toEqual([run('ab d'), run('e🙂', 'bi')]);
});

describe('[NOTE-66] an appended text', () => {
  const done = linesOf(['Exam not done.']);
  const normal = linesOf(['Awake', 'Speaks'], 'bullet');
  const bullets = [line('bullet', 0, 'Awake'), line('bullet', 0, 'Speaks')];

  it.each([null, undefined, '', 'text', linesOf([]), linesOf([''])])('fills an empty value: %j', (value) => {
    expect(appended(value, normal)).toEqual(normal);
  });

  it('starts on a new line, and what was typed stays', () => {
    const value = linesOf(['Glucose: ', ' '], 'bullet');
    expect(appended(value, done)).toEqual({ lines: [...value.lines, ...done.lines] });
  });

  it('fills an empty last line only', () => {
    const value = { lines: [line('paragraph', 0), line('paragraph', 0, 'a'), line('bullet', 2)] };
    expect(appended(value, normal)).toEqual({ lines: [...value.lines.slice(0, 2), ...bullets] });
  });

  it('is ignored the second time, wherever it is and however it is formatted by now', () => {
    const value = { lines: [line('bullet', 0, 'a'), line('paragraph', 2, 'Aw', 'ake'), line('bullet', 0, 'Speaks')] };
    expect(appended(value, normal)).toBe(value);
    const longer = appended(value, done);
    expect(appended(longer, normal)).toBe(longer);
  });

  it('is still added if its lines are incomplete, in another order, or separated', () => {
    for (const texts of [['Awake'], ['Speaks', 'Awake'], ['Awake', 'a', 'Speaks'], ['Awake', 'Speaks.']]) {
      const value = linesOf(texts);
      expect(appended(value, normal)).toEqual({ lines: [...value.lines, ...bullets] });
    }
  });
});

it('nests bullets as a page shows them', () => {
  const [text, one, deep, two] = [
    line('paragraph', 1, 'text'),
    line('bullet', 0, 'one'),
    line('bullet', 2, 'deep'),
    line('bullet', 1, 'two'),
  ];
  expect(blocksOf({ lines: [one, deep, two, text, deep] })).toEqual([
    {
      bullets: [
        {
          line: one,
          below: [
            { line: null, below: [{ line: deep, below: [] }] },
            { line: two, below: [] },
          ],
        },
      ],
    },
    { paragraph: text },
    { bullets: [{ line: null, below: [{ line: null, below: [{ line: deep, below: [] }] }] }] },
  ]);
});
