import { describe, expect, it } from 'vitest';

import { parseTypedDay, isCompleteDay, formatTypedDay, dayError } from './typed-day';
import type { TypedEdit } from './typed-edit';

/** The text that a field shows, with the caret as `|`. */
function shown(edit: Partial<TypedEdit>): string {
  const { text, caret } = formatTypedDay({ before: '', head: '', tail: '', deleted: null, ...edit });
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

/** The text after it was typed key by key into an empty field. */
function typedKeyByKey(keys: string): string {
  let before = '';
  for (const key of keys) before = formatTypedDay({ before, head: before + key, tail: '', deleted: null }).text;
  return before;
}

describe('a day as it is typed', () => {
  it.each([
    ['03051950', '03/05/1950'],
    ['3/5/1950', '03/05/1950'],
    ['3-5-1950', '03/05/1950'],
    ['3.5.1950', '03/05/1950'],
    ['3 5 1950', '03/05/1950'],
    ['12/31/1999', '12/31/1999'],
    ['3/5/50', '03/05/50'],
    ['0305', '03/05'],
    ['030', '03/0'],
    ['03/', '03/'],
    ['3/', '03/'],
    ['/', ''],
    ['3//', '03/'],
    ['3a5', '35'],
    ['030519501', '03/05/1950'],
    ['03/05/1950/', '03/05/1950'],
    ['March 5', '5'],
  ])('%s becomes %s', (keys, text) => {
    expect(typedKeyByKey(keys)).toBe(text);
  });

  it.each([
    ['1950-03-05', '03/05/1950|'],
    ['1950-3-5', '03/05/1950|'],
    [' 1950-03-05T00:00:00Z', '03/05/1950|'],
    ['03/05/1950', '03/05/1950|'],
    ['3/5/1950 ', '03/05/1950|'],
    ['1950-03-055', '19/50/0305|'],
    ['born 1950-03-05', '03/05/1950|'],
    ['11950-03-05', '11/95/0030|'],
    ['born 3/5/1950', '03/05/1950|'],
  ])('%s, pasted at once, becomes %s', (head, text) => {
    expect(shown({ head })).toBe(text);
  });

  it.each([
    [{ before: '03/05/1950', head: '03/05/195', tail: '', deleted: 'backward' }, '03/05/195|'],
    [{ before: '03/05/1950', head: '0', tail: '/05/1950', deleted: 'backward' }, '0|/05/1950'],
    [{ before: '03/05/1950', head: '', tail: '3/05/1950', deleted: 'forward' }, '|3/05/1950'],
    [{ before: '03/05/1950', head: '03/05', tail: '950', deleted: 'backward' }, '03/05|950'],
    [{ before: '0/05/1950', head: '04', tail: '/05/1950' }, '04|/05/1950'],
    [{ before: '/05/1950', head: '3/', tail: '/05/1950' }, '03/|05/1950'],
    [{ before: '/5/1950', head: '3/', tail: '/5/1950' }, '03/|5/1950'],
    [{ before: '5/1950', head: '3/', tail: '5/1950' }, '03/|5/1950'],
    [{ before: '/', head: '03/05/1950', tail: '/' }, '03/05/1950|'],
    [{ before: '03/0/1950', head: '03/07', tail: '/1950' }, '03/07|/1950'],
    [{ before: '03/05/1950', head: '1', tail: '03/05/1950' }, '|03/05/1950'],
    [{ before: '03/05/1950', head: '03/054', tail: '/1950' }, '03/05|/1950'],
    [{ before: '03/05/195', head: '1', tail: '03/05/195' }, '1|0/30/5195'],
    [{ before: '03/05', head: '12', tail: '03/05' }, '12/|03/05'],
    [{ before: '03/05/1950', head: '03x', tail: '/05/1950' }, '03|/05/1950'],
    [{ before: 'x/05/1950', head: '03', tail: 'x/05/1950' }, '03|/05/1950'],
  ] as const)('%j shows %s', (edit, text) => {
    expect(shown(edit)).toBe(text);
  });
});

describe('a typed day', () => {
  it.each([
    ['03/05/1950', '1950-03-05'],
    ['12/31/1999', '1999-12-31'],
    ['12/1/1950', null],
    ['1/15/1950', null],
    ['02/30/2024', '2024-02-30'],
    ['03/05/50', null],
    ['03/05/19500', null],
    ['003/05/1950', null],
    ['03/005/1950', null],
    ['x03/05/1950', null],
    ['03/05/1950x', null],
    ['', null],
  ])('%s is %s on the wire', (typed, day) => {
    expect(parseTypedDay(typed)).toBe(day);
  });

  it.each([
    ['03/05/1950', null],
    ['02/29/2024', null],
    ['2/29/2024', 'Enter a valid date.'],
    ['1950-03-05', null],
    ['02/29/2023', 'Enter a valid date.'],
    ['02/30/2024', 'Enter a valid date.'],
    ['13/01/2024', 'Enter a valid date.'],
    ['04/31/2024', 'Enter a valid date.'],
    ['03/05', 'Enter a valid date.'],
    ['soon', 'Enter a valid date.'],
    ['03/05/5', 'Enter the year with four digits.'],
    ['03/05/50', 'Enter the year with four digits.'],
    ['3/5/195', 'Enter the year with four digits.'],
    ['003/05/50', 'Enter a valid date.'],
    ['03/005/50', 'Enter a valid date.'],
    ['03/05/50 ', 'Enter a valid date.'],
    [' 03/05/50', 'Enter a valid date.'],
  ])('%s: %s', (typed, error) => {
    expect(dayError(typed)).toBe(error);
  });

  it.each([
    ['03/05/1950', true],
    ['1950-03-05', true],
    ['03051950', true],
    ['3 5 1950', true],
    ['03/05', false],
    ['0305195', false],
    ['', false],
  ])('%s is a complete day: %s', (text, complete) => {
    expect(isCompleteDay(text)).toBe(complete);
  });
});
