import { expect, it } from 'vitest';

import { formatLength, formatShift, formatUntil, weekOf } from './times';

const NEW_YORK = 'America/New_York';
const night = { startsAt: '2026-03-08T00:00:00Z', endsAt: '2026-03-08T11:00:00Z' };

it('shows the clock of the schedule and the real length of a night in which clocks change', () => {
  expect(formatShift(night, NEW_YORK)).toContain('Sat Mar 7, 7:00pm');
  expect(formatLength(night)).toBe('11\u00a0h');
  expect(formatLength({ startsAt: '2026-11-01T00:00:00Z', endsAt: '2026-11-01T12:30:00Z' })).toBe(
    '12\u00a0h\u00a030\u00a0min',
  );
  expect(formatLength({ startsAt: '2026-03-04T12:00:00Z', endsAt: '2026-03-11T11:00:00Z' })).toBe(
    '6\u00a0days\u00a023\u00a0h',
  );
});

it.each([
  [NEW_YORK, 'Sat Mar 7, 7:00pm to 7:00am'],
  ['America/Chicago', 'Sat Mar 7, 7:00pm EST to 7:00am EDT'],
])('names the zone for a viewer in another one: %s', (viewer, said) => {
  expect(formatShift(night, NEW_YORK, viewer)).toBe(said);
});

it('names the day of the end if that is at least a day later on the clock', () => {
  const day = { startsAt: '2026-03-07T12:00:00Z', endsAt: '2026-03-08T11:00:00Z' };
  expect(formatShift(day, NEW_YORK, NEW_YORK)).toBe('Sat Mar 7, 7:00am to Sun Mar 8, 7:00am');
});

it('says until when, with the day if that is not the next time on the clock', () => {
  const now = Date.parse('2026-03-07T23:00:00Z');
  expect(formatUntil('2026-03-08T11:00:00Z', NEW_YORK, now)).toMatch(/^7:00am( EDT)?$/);
  expect(formatUntil('2026-03-08T22:00:00Z', NEW_YORK, now)).toMatch(/^6:00pm on Sun Mar 8( EDT)?$/);
});

it('counts weeks from Monday on the clock of the schedule', () => {
  const sunday = Date.parse('2026-03-08T12:00:00Z');
  const names = ['2026-03-09T03:59:00Z', '2026-03-09T04:00:00Z', '2026-03-16T03:59:00Z', '2026-03-16T04:00:00Z'].map(
    (moment) => weekOf(moment, NEW_YORK, sunday).name,
  );
  expect(names).toEqual(['This Week', 'Next Week', 'Next Week', 'Week of Mar 16']);
});
