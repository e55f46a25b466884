import { describe, expect, it } from 'vitest';

import { joinMoment, mostRecentDay, parseTypedTime, showTime, splitMoment } from './typed-time';

describe('a typed time', () => {
  it.each([
    ['1405', '14:05'],
    ['14:05', '14:05'],
    ['905', '09:05'],
    ['2:05p', '14:05'],
    ['205 PM', '14:05'],
    ['2:05 p.m.', '14:05'],
    ['2p', '14:00'],
    ['12a', '00:00'],
    ['12:30p', '12:30'],
    ['0000', '00:00'],
  ])('%s is %s', (typed, shown) => {
    const time = parseTypedTime(typed);
    expect(time && showTime(time)).toBe(shown);
  });

  it.each(['', '2', '25:00', '1475', '13:05p', '0:30p', 'noon', '14:5'])('%s is none', (typed) => {
    expect(parseTypedTime(typed)).toBeNull();
  });
});

describe('a moment in a zone', () => {
  it('is joined from day and time and split again', () => {
    const moment = joinMoment('03/05/2024', '1407', 'America/New_York');
    expect(moment).toBe('2024-03-05T19:07:00.000Z');
    expect(splitMoment(moment ?? '', 'America/New_York')).toEqual({ day: '03/05/2024', time: '14:07' });
    expect(splitMoment(moment ?? '', 'America/Denver')).toEqual({ day: '03/05/2024', time: '12:07' });
  });

  it.each([
    ['02/30/2024', '1407'],
    ['3/5/2024', '1407'],
    ['03/05/2024', ''],
    ['', '1407'],
  ])('is none of %s and %s', (day, time) => {
    expect(joinMoment(day, time, 'UTC')).toBeNull();
  });

  it('belongs to yesterday when the time of today is still to come', () => {
    const halfPastMidnight = Date.parse('2024-03-05T05:30:00Z');
    expect(mostRecentDay({ hours: 23, minutes: 50 }, halfPastMidnight, 'America/New_York')).toBe('03/04/2024');
    expect(mostRecentDay({ hours: 0, minutes: 10 }, halfPastMidnight, 'America/New_York')).toBe('03/05/2024');
  });
});
