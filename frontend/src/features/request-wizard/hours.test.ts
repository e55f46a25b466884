import { describe, expect, it } from 'vitest';

import type { OpeningRead } from '@/api/generated/types.gen';
import { makeLine } from '@/testing/make-line';

import { hoursOf } from './hours';

const zone = 'America/New_York';
/** Wednesday, noon in New York. */
const now = Date.parse('2026-03-04T17:00:00Z');

const line = (...openings: OpeningRead[]) =>
  makeLine({
    id: 3,
    slug: 'tele-psych',
    name: 'Tele-Psych',
    ServiceLineHours: [{ openDaysInWeek: '[1,5]', openHours: '08:00-17:00', openHoursTimezone: zone }],
    openings,
  });

/** The text at a moment for a line with these openings, for a viewer in the same zone. */
const textAt = (moment: string, ...openings: OpeningRead[]) =>
  hoursOf(line(...openings), Date.parse(moment), zone, zone).text;

describe('the hours of a line', () => {
  it('[CONST-01] [WIZ-26] [WIZ-28] open: says until when', () => {
    const today = { opensAt: '2026-03-04T13:00:00Z', closesAt: '2026-03-04T22:00:00Z' };
    expect(hoursOf(line(today), now, zone, zone)).toEqual({ open: true, text: 'Until 5:00pm' });
  });

  it('[CONST-02] [WIZ-26] [WIZ-27] closed: says when it opens today', () => {
    const tonight = { opensAt: '2026-03-04T23:30:00Z', closesAt: '2026-03-05T02:00:00Z' };
    expect(hoursOf(line(tonight), now, zone, zone)).toEqual({ open: false, text: 'Opens 6:30pm' });
  });

  it('[CONST-02] [CONST-03] [WIZ-27] closed: says when it opens tomorrow, even if that is only hours away', () => {
    const tomorrow = { opensAt: '2026-03-05T13:00:00Z', closesAt: '2026-03-05T22:00:00Z' };
    expect(textAt('2026-03-04T17:00:00Z', tomorrow)).toBe('Opens 8:00am Tomorrow');
    const midnight = { opensAt: '2026-03-05T05:00:00Z', closesAt: '2026-03-05T12:00:00Z' };
    expect(textAt('2026-03-05T04:59:59Z', midnight)).toBe('Opens 12:00am Tomorrow');
  });

  it('[CONST-04] [WIZ-26] [WIZ-27] closed: names the weekday, up to the same day next week', () => {
    const monday = { opensAt: '2026-03-09T12:00:00Z', closesAt: '2026-03-09T21:00:00Z' };
    expect(textAt('2026-03-04T17:00:00Z', monday)).toBe('Opens 8:00am Monday');
    const nextWeek = { opensAt: '2026-03-11T12:00:00Z', closesAt: '2026-03-11T21:00:00Z' };
    expect(textAt('2026-03-04T22:00:00Z', nextWeek)).toBe('Opens 8:00am Wednesday');
    // The same moment is a different day where the patient is.
    const late = line({ opensAt: '2026-03-09T03:30:00Z', closesAt: '2026-03-09T12:00:00Z' });
    expect(hoursOf(late, now, zone, zone).text).toBe('Opens 11:30pm Sunday');
    expect(hoursOf(late, now, 'Asia/Tokyo', 'Asia/Tokyo').text).toBe('Opens 12:30pm Monday');
  });

  it('[CONST-05] [WIZ-25] [WIZ-26] [WIZ-27] just says Closed if no opening is known', () => {
    expect(hoursOf(line(), now, zone, zone)).toEqual({ open: false, text: 'Closed' });
  });

  it('[CONST-06] hours that started the evening before continue past midnight', () => {
    const night = { opensAt: '2026-03-05T00:00:00Z', closesAt: '2026-03-05T12:00:00Z' };
    const next = { opensAt: '2026-03-06T00:00:00Z', closesAt: '2026-03-06T12:00:00Z' };
    expect(textAt('2026-03-05T08:00:00Z', night, next)).toBe('Until 7:00am');
    expect(textAt('2026-03-05T12:00:00Z', night, next)).toBe('Opens 7:00pm');
  });

  it('[CONST-03] [CONST-06] counts calendar days when daylight saving time starts and ends', () => {
    // In New York, March 8 has 23 hours, and November 1 has 25.
    const spring = { opensAt: '2026-03-08T12:00:00Z', closesAt: '2026-03-08T21:00:00Z' };
    expect(textAt('2026-03-07T12:30:00Z', spring)).toBe('Opens 8:00am Tomorrow');
    expect(textAt('2026-03-08T06:30:00Z', spring)).toBe('Opens 8:00am');
    const autumn = { opensAt: '2026-11-01T13:00:00Z', closesAt: '2026-11-01T22:00:00Z' };
    expect(textAt('2026-10-31T12:30:00Z', autumn)).toBe('Opens 8:00am Tomorrow');
    expect(textAt('2026-11-01T05:30:00Z', autumn)).toBe('Opens 8:00am');
    const overnight = { opensAt: '2026-10-31T23:00:00Z', closesAt: '2026-11-01T12:00:00Z' };
    expect(textAt('2026-11-01T06:30:00Z', overnight)).toBe('Until 7:00am');
  });

  it('[CONST-05] [WIZ-25] [WIZ-26] a line without hours is open around the clock', () => {
    expect(hoursOf(makeLine({ id: 2, slug: 'tele-stroke', name: 'Tele-Stroke' }), now, zone)).toEqual({
      open: true,
      text: '24/7',
    });
  });

  it('[CONST-05] [WIZ-26] so is a line whose hours have no gap', () => {
    const always = { opensAt: '2026-03-04T05:00:00Z', closesAt: '2026-03-13T05:00:00Z' };
    expect(hoursOf(line(always), now, zone, zone)).toEqual({ open: true, text: '24/7' });
    const week = { opensAt: '2026-03-04T05:00:00Z', closesAt: '2026-03-11T17:00:00Z' };
    expect(textAt('2026-03-04T17:00:00Z', week)).toBe('24/7');
    expect(textAt('2026-03-04T17:00:01Z', week)).toBe('Until 1:00pm');
  });

  it("[CONST-01] [CONST-02] [CONST-03] counts days and hours in the location's time zone, and names it if the viewer's clock differs", () => {
    const opening = { opensAt: '2026-03-05T06:30:00Z', closesAt: '2026-03-05T12:00:00Z' };
    expect(hoursOf(line(opening), now, zone, 'America/Denver').text).toBe('Opens 1:30am EST Tomorrow');
    expect(hoursOf(line(opening), now, 'America/Denver', 'America/Denver').text).toBe('Opens 11:30pm');
    const today = { opensAt: '2026-03-04T13:00:00Z', closesAt: '2026-03-04T22:00:00Z' };
    expect(hoursOf(line(today), now, zone, 'America/Denver').text).toBe('Until 5:00pm EST');
  });

  it('[CONST-01] [CONST-03] [WIZ-25] [WIZ-28] opens and closes to the second, and reopens with the next opening', () => {
    const today = { opensAt: '2026-03-04T13:00:00Z', closesAt: '2026-03-04T22:00:00Z' };
    const tomorrow = { opensAt: '2026-03-05T13:00:00Z', closesAt: '2026-03-05T22:00:00Z' };
    expect(textAt(today.opensAt, today, tomorrow)).toBe('Until 5:00pm');
    const evening = Date.parse('2026-03-04T22:00:00Z');
    expect(hoursOf(line(today, tomorrow), evening - 1, zone, zone).open).toBe(true);
    expect(hoursOf(line(today, tomorrow), evening, zone, zone).text).toBe('Opens 8:00am Tomorrow');
  });
});
