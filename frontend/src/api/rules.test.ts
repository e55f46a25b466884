import { describe, expect, it } from 'vitest';

import { linesOf } from '@/shared/lib/rich-text';

import { clear, type Fields, type Rule, violations, withValueAt } from './rules';

const now = Date.parse('2026-01-01T10:00:00Z');

const errorsOf = (rule: Rule, data: Fields) => [...violations(data, [rule], now)];
const error = (field: string, message: string) => [[field, message]];

describe('required and answered', () => {
  const required: Rule = { kind: 'required', field: 'reason', message: 'needed' };
  const answered: Rule = { kind: 'answered', field: 'nihss', message: 'needed' };

  it.each([
    {},
    { reason: null },
    { reason: '  ' },
    { reason: [] },
    { reason: { selected: [], other: null } },
    { reason: { selected: [] } },
  ])('a required field is missing in %j', (data) => {
    expect(errorsOf(required, data)).toEqual(error('reason', 'needed'));
  });

  it.each([
    { reason: 'x' },
    { reason: ['x'] },
    { reason: false },
    { reason: 0 },
    { reason: { selected: [], other: '' } },
  ])('a required field is present in %j', (data) => {
    expect(errorsOf(required, data)).toEqual([]);
  });

  it('[FSTROKE-10] [FSTROKE-11] [FSTROKE-15] [FCOVID-02] accepts null as an answer if "not done" is one', () => {
    expect(errorsOf(answered, { nihss: null })).toEqual([]);
    expect(errorsOf(answered, {})).toEqual(error('nihss', 'needed'));
  });
});

it('applies a rule only if its conditions hold, and treats an absent field as null', () => {
  const rule: Rule = {
    kind: 'required',
    field: 'list',
    message: 'needed',
    when: [
      { field: 'detail.onThem', values: [true] },
      { field: 'emergency', values: [true], negated: true },
    ],
  };
  expect(errorsOf(rule, { detail: { onThem: true } })).toEqual(error('list', 'needed'));
  expect(errorsOf(rule, { detail: { onThem: true }, emergency: true })).toEqual([]);
  expect(errorsOf(rule, { detail: { onThem: null } })).toEqual([]);
});

it('[FPSYCH-02] [FTOX-01] requires at least one checked flag, list or text', () => {
  const rule: Rule = { kind: 'at_least_one', field: 'detail', fields: ['detail.a', 'detail.other'], message: 'one' };
  expect(errorsOf(rule, { detail: { a: false, other: null } })).toEqual(error('detail', 'one'));
  expect(errorsOf(rule, { detail: { a: true, other: null } })).toEqual([]);
  expect(errorsOf(rule, { detail: { a: false, other: '' } })).toEqual([]);
});

it('[NOTE-48] [NOTE-49] [FSTROKE-18] [FSTROKE-20] [FPSYCH-03] requires the text of a selected Other, and counts characters as Python does', () => {
  const rule: Rule = { kind: 'other_text', field: 'list.other', max: 3, message: 'which', tooLong: 'long' };
  expect(errorsOf(rule, { list: { other: null } })).toEqual([]);
  expect(errorsOf(rule, { list: { other: ' ' } })).toEqual(error('list.other', 'which'));
  expect(errorsOf(rule, { list: { other: '🩺🩺🩺' } })).toEqual([]);
  expect(errorsOf(rule, { list: { other: ' abc ' } })).toEqual([]);
  expect(errorsOf(rule, { list: { other: 'abcd' } })).toEqual(error('list.other', 'long'));
});

it.each([
  [' abc ', true],
  ['🩺🩺🩺', true],
  ['abcd', false],
  [linesOf(['ab', 'c']), true],
  [linesOf(['ab', 'cd']), false],
  [1234, true],
  [null, true],
])('[NOTE-07] [NOTE-10] [NOTE-17] [NOTE-35] limits the visible length of a text: %j', (text, fits) => {
  const rule: Rule = { kind: 'max_length', field: 'hpi', max: 3, message: 'long' };
  expect(errorsOf(rule, { hpi: text })).toEqual(fits ? [] : error('hpi', 'long'));
});

it.each<readonly [unknown, boolean]>([
  ['a\nb\nc', true],
  ['a\r\nb\rc', true],
  [' a\n\n\n', true],
  ['a\nb\n\nc', false],
  ['a\u2028b\u2029c\u0085d', false],
  ['a\vb\fc\u001cd', false],
  ['a\u001db\u001ec\nd', false],
  [1234, true],
  [null, true],
])('limits the number of lines of a text: %j', (text, fits) => {
  const rule: Rule = { kind: 'max_lines', field: 'content', max: 3, message: 'long' };
  expect(errorsOf(rule, { content: text })).toEqual(fits ? [] : error('content', 'long'));
});

it('[FSTROKE-12] [FSTROKE-13] [NOTE-05] [NOTE-06] requires a time between an earliest date and now', () => {
  const rule: Rule = {
    kind: 'date_between',
    field: 'at',
    earliest: '1800-01-01T00:00:00Z',
    tooEarly: 'early',
    message: 'future',
  };
  expect(errorsOf(rule, { at: '1799-12-31T23:59:00Z' })).toEqual(error('at', 'early'));
  expect(errorsOf(rule, { at: '2026-01-01T10:00:59Z' })).toEqual([]);
  expect(errorsOf(rule, { at: '2026-01-01T10:02:00Z' })).toEqual(error('at', 'future'));
  expect(errorsOf(rule, { at: null })).toEqual([]);
});

it('allows an exclusive value only on its own, and matches a pattern against the whole text', () => {
  const exclusive: Rule = { kind: 'exclusive', field: 'status', value: 'Unknown', message: 'alone' };
  expect(errorsOf(exclusive, { status: ['Unknown'] })).toEqual([]);
  expect(errorsOf(exclusive, { status: ['Unknown', 'Bedbound'] })).toEqual(error('status', 'alone'));
  const matches: Rule = { kind: 'matches', field: 'number', pattern: 'a|b{2}', message: 'shape' };
  expect(errorsOf(matches, { number: 'bb' })).toEqual([]);
  expect(errorsOf(matches, { number: 'abb' })).toEqual(error('number', 'shape'));
  expect(errorsOf(matches, { number: '' })).toEqual([]);
});

it('[FSTROKE-24] clears hidden answers without touching the input', () => {
  const rule: Rule = {
    kind: 'cleared',
    field: 'detail.list',
    to: [],
    when: [{ field: 'detail.onThem', values: [false] }],
  };
  const data = { detail: { onThem: false, list: ['x'] } };
  expect(clear(data, [rule])).toEqual({ detail: { onThem: false, list: [] } });
  expect(data.detail.list).toEqual(['x']);
  expect(clear({ detail: { onThem: false } }, [rule])).toEqual({ detail: { onThem: false } });
});

it('ignores fields that are cleared', () => {
  expect(errorsOf({ kind: 'cleared', field: 'list' }, { list: 'x' })).toEqual([]);
});

it('removes a field, and leaves values without fields unchanged', () => {
  const data = { list: 'x', detail: { onThem: true, since: 2020 } };
  expect(withValueAt(data, 'list', undefined)).toStrictEqual({ detail: data.detail });
  expect(withValueAt(data, 'detail.since', undefined)).toStrictEqual({ list: 'x', detail: { onThem: true } });
  expect(withValueAt(data, 'list.other', 'y')).toEqual(data);
});

it('reports only the first broken rule of a field', () => {
  const rules: Rule[] = ['first', 'second'].map((message) => ({ kind: 'required', field: 'x', message }));
  expect([...violations({}, rules, now)]).toEqual([['x', 'first']]);
});
