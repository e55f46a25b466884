import { expect, it } from 'vitest';

import { amara, hiroshi, makeShift } from '@/testing/call-schedules';

import { daysFrom, startOf } from './days';
import { lanesOf } from './lanes';
import { placeOf, scaleOf, spanOf } from './scale';

const CHICAGO = 'America/Chicago';

it.each([
  // Sunday has 23 hours, of which 6 have passed at 7 o'clock.
  ['set forward', '2026-03-07', '2026-03-08T01:00:00Z', '2026-03-08T12:00:00Z', 19 / 24, 1 + 6 / 23],
  // Sunday has 25 hours, of which 8 have passed at 7 o'clock.
  ['set back', '2026-10-31', '2026-11-01T00:00:00Z', '2026-11-01T13:00:00Z', 19 / 24, 1 + 8 / 25],
])('draws a night in which clocks are %s at the times of its zone', (_, first, startsAt, endsAt, start, end) => {
  const { start: drawn, width } = placeOf(spanOf({ startsAt, endsAt }), scaleOf(daysFrom(first, 2), CHICAGO));
  expect([drawn * 2, (drawn + width) * 2]).toEqual([expect.closeTo(start), expect.closeTo(end)]);
});

it.each([
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z'],
  ['Asia/Kolkata', '2026-03-08', '2026-03-07T18:30:00.000Z'],
])('begins a day of %s at its first moment', (zone, day, moment) => {
  expect(new Date(startOf(day, zone)).toISOString()).toBe(moment);
});

it('draws the shifts of a turn under one name, and whoever replaces someone between them', () => {
  const changed = { userId: hiroshi.id, changeId: 5 };
  const shifts = [
    makeShift('2026-03-02T13:00:00Z', '2026-03-03T01:00:00Z'),
    makeShift('2026-03-03T13:00:00Z', '2026-03-03T18:00:00Z'),
    makeShift('2026-03-03T18:00:00Z', '2026-03-04T01:00:00Z', changed),
    makeShift('2026-03-04T13:00:00Z', '2026-03-05T01:00:00Z'),
    makeShift('2026-03-09T13:00:00Z', '2026-03-10T01:00:00Z'),
    makeShift('2026-03-04T13:00:00Z', '2026-03-05T01:00:00Z', { ...changed, rotation: null }),
  ];
  const lanes = lanesOf(shifts, ['Nights', 'Empty'], scaleOf(daysFrom('2026-03-02', 14), CHICAGO));
  expect(lanes.map(({ rotation, runs }) => [rotation, runs.map((run) => [run.userId, run.shifts.length])])).toEqual([
    [
      'Nights',
      [
        [amara.id, 2],
        [hiroshi.id, 1],
        [amara.id, 1],
        [amara.id, 1],
      ],
    ],
    ['Empty', []],
    [null, [[hiroshi.id, 1]]],
  ]);
});

it('draws people who are planned at the same time below each other', () => {
  const shifts = [
    makeShift('2026-03-02T13:00:00Z', '2026-03-03T01:00:00Z'),
    makeShift('2026-03-02T14:00:00Z', '2026-03-02T18:00:00Z', { userId: hiroshi.id }),
  ];
  const [lane] = lanesOf(shifts, ['Nights'], scaleOf(daysFrom('2026-03-02', 14), CHICAGO));
  expect(lane?.rows).toBe(2);
  expect(lane?.runs.map(({ row }) => row)).toEqual([0, 1]);
});
