import { describe, expect, it } from 'vitest';

import type { OpeningRead } from '@/api/generated/types.gen';
import { makeLine } from '@/testing/wizard-network';

import { hoursOf } from './hours';

const zone = 'America/New_York';
/** A Wednesday, noon in New York. */
const now = Date.parse('2026-03-04T17:00:00Z');

const line = (...openings: OpeningRead[]) =>
  makeLine({
    id: 3,
    slug: 'tele-psych',
    name: 'Tele-Psych',
    ServiceLineHours: [{ openDaysInWeek: '[1,5]', openHours: '08:00-17:00', openHoursTimezone: zone }],
    openings,
  });

describe('the hours of a line', () => {
  it.each([
    ['CONST-01', '2026-03-04T13:00:00Z', '2026-03-04T22:00:00Z', true, 'Until 5:00pm'],
    ['CONST-02', '2026-03-04T23:30:00Z', '2026-03-05T02:00:00Z', false, 'Opens 6:30pm'],
    ['CONST-03', '2026-03-05T13:00:00Z', '2026-03-05T22:00:00Z', false, 'Opens 8:00am Tomorrow'],
    ['CONST-04', '2026-03-09T12:00:00Z', '2026-03-09T21:00:00Z', false, 'Opens 8:00am Monday'],
  ])('[%s] from %s to %s', (_row, opensAt, closesAt, open, text) => {
    expect(hoursOf(line({ opensAt, closesAt }), now, zone, zone)).toEqual({ open, text });
  });

  it('[CONST-05] a line without hours is open around the clock', () => {
    expect(hoursOf(makeLine({ id: 2, slug: 'tele-stroke', name: 'Tele-Stroke' }), now, zone)).toEqual({
      open: true,
      text: '24/7',
    });
  });

  it('counts days and hours in the zone of the location, and names it where the viewer reads another time', () => {
    const opening = { opensAt: '2026-03-05T06:30:00Z', closesAt: '2026-03-05T12:00:00Z' };
    expect(hoursOf(line(opening), now, zone, 'America/Denver').text).toBe('Opens 1:30am EST Tomorrow');
    expect(hoursOf(line(opening), now, 'America/Denver', 'America/Denver').text).toBe('Opens 11:30pm');
  });

  it('closes on the second, and opens with the next opening', () => {
    const today = { opensAt: '2026-03-04T13:00:00Z', closesAt: '2026-03-04T22:00:00Z' };
    const tomorrow = { opensAt: '2026-03-05T13:00:00Z', closesAt: '2026-03-05T22:00:00Z' };
    const evening = Date.parse('2026-03-04T22:00:00Z');
    expect(hoursOf(line(today, tomorrow), evening - 1, zone, zone).open).toBe(true);
    expect(hoursOf(line(today, tomorrow), evening, zone, zone).text).toBe('Opens 8:00am Tomorrow');
  });
});
