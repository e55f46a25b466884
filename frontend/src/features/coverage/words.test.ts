import { expect, it } from 'vitest';

import type { CoverageStatus } from '@/api/generated/types.gen';
import { makeLineCoverage } from '@/testing/coverage';

import { duration, hoursText, sinceText, summary } from './words';

const ZONE = 'America/New_York';
/** 2:00pm on a Wednesday there. */
const NOW = '2026-03-04T19:00:00Z';

it.each([
  ['2026-03-04T18:59:01Z', '0 min'],
  ['2026-03-04T18:01:00Z', '59 min'],
  ['2026-03-04T17:00:00Z', '2 h'],
  ['2026-03-03T05:55:00Z', '37 h 5 min'],
  ['2026-03-02T19:00:00Z', '2 days'],
])('a wait since %s has lasted %s', (since, words) => {
  expect(duration(since, NOW)).toBe(words);
});

it.each([
  [{ isOpen: true, opensAt: null, closesAt: null }, 'Open 24/7'],
  [{ isOpen: true, opensAt: null, closesAt: '2026-03-05T00:00:00Z' }, 'Open until 7:00pm'],
  [{ isOpen: true, opensAt: null, closesAt: '2026-03-05T05:00:00Z' }, 'Open until tomorrow, 12:00am'],
  [{ isOpen: false, opensAt: '2026-03-07T13:30:00Z', closesAt: null }, 'Opens Saturday, 8:30am'],
  [{ isOpen: false, opensAt: null, closesAt: null }, 'Closed for more than a week'],
])('hours %j read %s', (hours, words) => {
  expect(hoursText(hours, NOW, ZONE)).toBe(words);
});

it.each([
  ['2026-03-04T12:05:00Z', '7:05am'],
  ['2026-03-02T12:05:00Z', 'Monday, 7:05am'],
  ['2026-02-20T12:05:00Z', 'Feb 20, 2026'],
])('someone on call since %s is on call since %s', (since, words) => {
  expect(sinceText(since, NOW, ZONE)).toBe(words);
});

it.each([
  [['nobody', 'nobody', 'escalationOnly', 'covered'], '2 open lines have nobody on call.'],
  [['nobody', 'closed'], '1 open line has nobody on call.'],
  [['screenOnly', 'escalationOnly', 'covered'], '2 open lines are only partly covered.'],
  [['covered', 'closed'], 'Every open line is covered.'],
  [['closed'], 'No line is open.'],
] as const satisfies readonly (readonly [readonly CoverageStatus[], string])[])(
  'the summary of %j is: %s',
  (statuses, words) => {
    const lines = statuses.map((status) => makeLineCoverage({ status }));
    expect(summary(lines, NOW)).toBe(`${words} No requests are waiting.`);
  },
);

it('the summary counts the requests that wait, and names the longest wait', () => {
  const waitingFor = (waiting: number, waitingSince: string) =>
    makeLineCoverage({ requests: { waiting, waitingSince, overdue: waiting - 1, inProgress: 3 } });
  const one = waitingFor(1, '2026-03-04T18:53:00Z');
  expect(summary([one], NOW)).toMatch(/ 1 request is waiting, for 7 min\.$/);
  const others = [one, waitingFor(2, '2026-03-04T17:55:00Z')];
  expect(summary(others, NOW)).toMatch(/ 3 requests are waiting, the oldest for 1 h 5 min\. 1 is over the limit\.$/);
});
