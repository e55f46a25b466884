import { expect, it } from 'vitest';

import type { ListedEntryRead } from '@/api/generated/types.gen';
import { makeAuditEntry } from '@/testing/audit';

import { deedsInWords, storyOf, timeInWords } from './story';

const at = (time: string, about: Partial<ListedEntryRead> = {}) =>
  makeAuditEntry({ at: new Date(`2026-03-04T${time}:00`).toISOString(), ...about });

const told = (entries: ListedEntryRead[], by: 'hour' | 'consult') =>
  storyOf(entries, by).map(({ title, lines }) => [
    title,
    ...lines.map((line) => `${deedsInWords(line)} ${timeInWords(line, false)}`),
  ]);

it("tells a person's day by hours, and what was done in a row in one line", () => {
  const list = { action: 'searchConsults', consultIds: ['c1', 'c2'] };
  const entries = [
    at('13:05', { action: 'checkOut', consultIds: [] }),
    at('08:47', list),
    at('08:30', { ...list, consultIds: [] }),
    at('08:20', { action: 'addUpdate', consultIds: ['c1'] }),
    at('08:19', { action: 'getConsult', consultIds: ['c1'] }),
    at('08:18', { action: 'getConsult', consultIds: ['c1'] }),
    at('08:10', { action: 'getConsult', consultIds: ['c2'] }),
    at('08:02', list),
  ];
  expect(told(entries, 'hour')).toEqual([
    ['1pm to 2pm, Mar 4, 2026', 'went off call at 1:05pm'],
    [
      '8am to 9am, Mar 4, 2026',
      'viewed a list of consults 2 times between 8:30am and 8:47am',
      'viewed a consult 2 times, commented on a consult between 8:18am and 8:20am',
      'viewed a consult at 8:10am',
      'viewed a list of consults at 8:02am',
    ],
  ]);
});

it('keeps apart what other people did, and what was refused', () => {
  const other = { id: 8, username: 'other', firstName: 'Grace', lastName: 'Hopper' };
  const entries = [
    at('08:03', { user: other }),
    at('08:02'),
    at('08:01', { status: 403, result: 'refused', code: 'forbidden' }),
    at('08:00'),
  ];
  expect(storyOf(entries, 'hour')[0]?.lines.map(({ entry }) => [entry.user?.id, entry.result])).toEqual([
    [8, 'allowed'],
    [7, 'allowed'],
    [7, 'refused'],
    [7, 'allowed'],
  ]);
});

it("tells a patient's history by consults, the latest first", () => {
  const entries = [
    at('09:00', { consultIds: ['aaaaaaaa-1'] }),
    at('08:50', { action: 'searchConsults', consultIds: ['aaaaaaaa-1', 'bbbbbbbb-1'] }),
    at('08:40', { consultIds: ['bbbbbbbb-1'] }),
    at('08:30', { action: 'readCensus', consultIds: [], emrIds: ['E-1'] }),
    at('08:20', { consultIds: ['aaaaaaaa-1'] }),
  ];
  expect(told(entries, 'consult')).toEqual([
    ['Consult aaaaaaaa', 'viewed a consult 2 times between 8:20am and 9:00am'],
    ['In lists with other patients', 'viewed a list of consults at 8:50am'],
    ['Consult bbbbbbbb', 'viewed a consult at 8:40am'],
    ['Outside of consults', 'viewed the patients of a unit at 8:30am'],
  ]);
});
