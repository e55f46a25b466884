import { describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  ageInWords,
  ageInYears,
  foreignZoneName,
  formatDay,
  formatDayInWords,
  formatCardDate,
  formatCardTime,
  formatClinicalTime,
  formatClinicalTimeWithZone,
  formatTimestamp,
  formatTimestampWithZone,
  minutesBetween,
  viewerZone,
} from './dates';

const moment = '2024-03-05T19:07:09Z';

describe('formats of the specification', () => {
  it('[TIME-06] formats timeline times as h:mmaaa MMM d, yyyy', () => {
    expect(formatTimestamp(moment, 'America/New_York')).toBe('2:07pm Mar 5, 2024');
    expect(formatTimestamp('2024-03-05T05:00:00Z', 'America/New_York')).toBe('12:00am Mar 5, 2024');
  });

  it('[DET-48] names the zone of a time for readers in any zone', () => {
    expect(formatTimestampWithZone(moment, 'America/New_York')).toBe('2:07pm Mar 5, 2024 EST');
  });

  it('[TIME-06] [DET-48] uses the zone of the computer by default', () => {
    const inTokyo = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Asia/Tokyo' };
    const time = performance.now();
    // The zone is asked for at most once a second, so later tests would be in Tokyo, too, if it were not asked again at the end.
    const stopwatch = vi.spyOn(performance, 'now').mockReturnValue(time + 2_000);
    const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(inTokyo);
    onTestFinished(() => {
      zone.mockRestore();
      stopwatch.mockReturnValue(time + 4_000);
      viewerZone();
    });
    expect(formatTimestamp(moment)).toBe('4:07am Mar 6, 2024');
  });

  it('[WL-45] formats card dates and times', () => {
    expect(formatCardDate(moment, 'America/New_York')).toBe('Mar 5, 2024');
    expect(formatCardTime(moment, 'America/New_York')).toBe('2:07pm');
  });

  it('[WL-45] [TIME-06] names every month by its first three letters', () => {
    const monthIn = (month: number) => formatCardDate(Date.UTC(2024, month - 1, 15), 'UTC').split(' ')[0];
    const names = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(monthIn);
    expect(names.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
  });

  it('[INFO-26] [INFO-34] [DET-48] formats clinical times as M/d/yyy, hh:mmaa in the zone of the location', () => {
    expect(formatClinicalTime(moment, 'America/New_York')).toBe('3/5/2024, 02:07PM');
    expect(formatClinicalTime(moment, 'America/Denver')).toBe('3/5/2024, 12:07PM');
    expect(formatClinicalTime(moment, 'Pacific/Honolulu')).toBe('3/5/2024, 09:07AM');
    expect(formatClinicalTime('2024-03-05T05:07:09Z', 'America/New_York')).toBe('3/5/2024, 12:07AM');
  });

  it('[INFO-26] names the zone only if the clock of the viewer shows a different time', () => {
    expect(formatClinicalTimeWithZone(moment, 'America/Denver', 'America/New_York')).toBe('3/5/2024, 12:07PM MST');
    expect(formatClinicalTimeWithZone(moment, 'America/Denver', 'America/Denver')).toBe('3/5/2024, 12:07PM');
    expect(foreignZoneName('2024-07-05T19:07:09Z', 'America/Denver', 'America/New_York')).toBe('MDT');
    // Phoenix matches Denver's time in winter only.
    expect(foreignZoneName(moment, 'America/Phoenix', 'America/Denver')).toBeNull();
    expect(foreignZoneName('2024-07-05T19:07:09Z', 'America/Phoenix', 'America/Denver')).toBe('MST');
  });

  it('[DET-02] formats a birth date as MM/dd/yyyy in any zone', () => {
    expect(formatDay('1950-01-02')).toBe('01/02/1950');
  });

  it('says a day in words, in any zone', () => {
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    expect(formatDayInWords('2026-11-22')).toBe('November 22, 2026');
  });
});

describe('age', () => {
  it('is said in years', () => {
    expect([0, 1, 2].map(ageInWords)).toEqual(['0 years', '1 year', '2 years']);
  });

  it.each([
    ['1950-03-05', 74],
    ['1950-03-06', 73],
    ['2024-03-05', 0],
  ])('of someone born %s is %i', (birthDate, years) => {
    expect(ageInYears(birthDate, moment, 'America/New_York')).toBe(years);
  });

  it('changes at midnight in the zone', () => {
    expect(ageInYears('1950-03-06', '2024-03-06T02:00:00Z', 'America/New_York')).toBe(73);
    expect(ageInYears('1950-03-06', '2024-03-06T02:00:00Z', 'UTC')).toBe(74);
  });
});

it('[WL-37] counts whole minutes and never below zero', () => {
  expect(minutesBetween('2024-03-05T19:00:00Z', '2024-03-05T19:01:59Z')).toBe(1);
  expect(minutesBetween('2024-03-05T19:00:05Z', '2024-03-05T19:00:00Z')).toBe(0);
});
