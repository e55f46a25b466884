import { expect, it } from 'vitest';

import { daysBetween, relativeTime } from './relative-time';

const ZONE = 'America/New_York';
/** 9:05pm in New York. */
const MOMENT = '2026-03-04T02:05:00Z';

it.each([
  ['2026-03-04T02:04:00Z', 'Now'],
  ['2026-03-04T02:05:59.999Z', 'Now'],
  ['2026-03-04T02:06:00Z', '1 min ago'],
  ['2026-03-04T02:47:59Z', '42 min ago'],
  ['2026-03-04T04:59:59Z', '174 min ago'],
  ['2026-03-04T05:00:00Z', 'Yesterday, 9:05pm'],
  ['2026-03-05T04:59:59Z', 'Yesterday, 9:05pm'],
  ['2026-03-05T05:00:00Z', '2 days ago'],
  ['2026-04-04T05:00:00Z', '32 days ago'],
])('[NOTIF-10] at %s reads %s', (now, expected) => {
  expect(relativeTime(MOMENT, now, ZONE)).toBe(expected);
});

it('[NOTIF-10] is Now for a minute even if a new day begins', () => {
  expect(relativeTime('2026-03-04T04:59:40Z', '2026-03-04T05:00:10Z', ZONE)).toBe('Now');
  expect(relativeTime('2026-03-04T04:59:40Z', '2026-03-04T05:00:40Z', ZONE)).toBe('Yesterday, 11:59pm');
});

it('[NOTIF-10] a day on which the clocks change counts as one day', () => {
  expect(relativeTime('2026-03-08T05:30:00Z', '2026-03-09T04:30:00Z', ZONE)).toBe('Yesterday, 12:30am');
  expect(daysBetween('2026-11-01T04:30:00Z', '2026-11-02T04:30:00Z', ZONE)).toBe(0);
  expect(daysBetween('2026-11-01T04:30:00Z', '2026-11-02T05:30:00Z', ZONE)).toBe(1);
});
