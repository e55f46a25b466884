import { describe, expect, it } from 'vitest';

import { messages } from '@/api/contract/messages.gen';

import { joinMoment, joinTyped, parseTypedTime, showTime, splitMoment, splitTyped, momentError } from './typed-time';

describe('a typed time', () => {
  it.each([
    ['1405', '14:05'],
    ['14:05', '14:05'],
    ['905', '09:05'],
    ['2:05p', '14:05'],
    ['205 PM', '14:05'],
    ['2:05 p.m.', '14:05'],
    ['2p', '14:00'],
    ['1p', '13:00'],
    ['12a', '00:00'],
    ['12:30p', '12:30'],
    ['0000', '00:00'],
    ['2359', '23:59'],
    [' 1405 ', '14:05'],
  ])('%s is %s', (typed, shown) => {
    const time = parseTypedTime(typed);
    expect(time && showTime(time)).toBe(shown);
  });

  it.each(['', '2', '25:00', '1475', '13:05p', '0:30p', 'noon', '14:5', '21405', '14055'])(
    '%s is not a time',
    (typed) => {
      expect(parseTypedTime(typed)).toBeNull();
    },
  );
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
    ['13/01/2024', '1407'],
    ['03/05/24', '1407'],
    ['03/05/2024', ''],
    ['', '1407'],
  ])('cannot be made of %s and %s', (day, time) => {
    expect(joinMoment(day, time, 'UTC')).toBeNull();
  });

  it.each([
    ['03/08/2026', '0159', '2026-03-08T06:59:00.000Z'],
    ['03/08/2026', '0200', null],
    ['03/08/2026', '0230', null],
    ['03/08/2026', '0300', '2026-03-08T07:00:00.000Z'],
    ['11/01/2026', '0059', '2026-11-01T04:59:00.000Z'],
    ['11/01/2026', '0130', '2026-11-01T05:30:00.000Z'],
    ['11/01/2026', '0200', '2026-11-01T07:00:00.000Z'],
    // Before there were time zones, a town's clocks followed the sun, to the second.
    ['12/31/1799', '1200', '1799-12-31T16:56:02.000Z'],
  ])('is null when the clocks skip it, and the first of two ambiguous times: %s %s', (day, time, moment) => {
    expect(joinMoment(day, time, 'America/New_York')).toBe(moment);
  });

  it('is resolved in a zone that changes its clocks by half an hour', () => {
    expect(joinMoment('04/05/2026', '0145', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
    expect(joinMoment('10/04/2026', '0215', 'Australia/Lord_Howe')).toBeNull();
  });
});

describe('two texts that are not a valid moment', () => {
  it.each([
    ['03/05/2024', '', messages.DATE_AND_TIME],
    ['', '1407', messages.DATE_AND_TIME],
    ['02/30/2024', '1407', messages.REAL_DATE],
    ['03/0', '1407', messages.REAL_DATE],
    ['03/05/24', '1407', messages.FOUR_DIGIT_YEAR],
    ['03/05/2024', '2560', messages.TIME_OF_DAY],
    ['03/05/2024', 'at noon', messages.TIME_OF_DAY],
    ['03/08/2026', '0230', messages.SKIPPED_TIME],
  ])('%s and %s', (day, time, message) => {
    const text = joinTyped({ day, time });
    expect(splitTyped(text.trim())).toEqual({ day, time });
    expect(momentError(text.trim())).toBe(message);
  });

  it.each(['  at 1407', '03/05/2024 at  '])('are incomplete if one is blank: %s', (text) => {
    expect(momentError(text)).toBe(messages.DATE_AND_TIME);
  });

  it('are distinguished from any other text', () => {
    expect(momentError('2024-03-05T14:07:00')).toBeNull();
  });
});
