import { TZDate } from '@date-fns/tz';

import { messages } from '@/api/contract/messages.gen';

import { dayOf, formatDay, type Moment, twoDigits, wallClockAt } from './dates';
import { parseTypedDay, dayError } from './typed-day';

export interface TimeOfDay {
  hours: number;
  minutes: number;
}

/** The two texts of a date and time field. */
export interface TypedMoment {
  day: string;
  time: string;
}

const TYPED_TIME = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(a|p)?\.?m?\.?$/i;
const DAY_MILLISECONDS = 86_400_000;

/** `1405`, `14:05`, `2:05p`, `205 pm` or `2p`; null if it is not a time of day. A bare hour needs am or pm. */
export function parseTypedTime(typed: string): TimeOfDay | null {
  const [, hour = '', minute, half] = TYPED_TIME.exec(typed.trim()) ?? [];
  if (minute === undefined && half === undefined) return null;
  const hours = Number(hour);
  const minutes = Number(minute ?? 0);
  if (minutes > 59) return null;
  if (half === undefined) return hours > 23 ? null : { hours, minutes };
  return fromHalfDay(hours, minutes, half);
}

function fromHalfDay(hours: number, minutes: number, half: string): TimeOfDay | null {
  if (hours < 1 || hours > 12) return null;
  return { hours: (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minutes };
}

/** `14:05` */
export function showTime({ hours, minutes }: TimeOfDay): string {
  return `${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** A moment as the two texts of a date and time field in a zone. */
export function splitMoment(moment: Moment, zone: string): TypedMoment {
  return { day: formatDay(dayOf(moment, zone)), time: timeAt(moment, zone) };
}

/**
 * The moment (ISO 8601, UTC) of mm/dd/yyyy and a typed time in a zone; null if either is invalid, or if the clocks
 * skip that time. If a time occurs twice, it is the first one.
 */
export function joinMoment(day: string, time: string, zone: string): string | null {
  const typedDay = parseTypedDay(day);
  const clock = parseTypedTime(time);
  if (typedDay === null || dayError(typedDay) !== null || clock === null) return null;
  const localTime = `${typedDay}T${showTime(clock)}`;
  const asUtc = Date.parse(`${localTime}Z`);
  const dayBefore = new TZDate(asUtc - DAY_MILLISECONDS, zone);
  // If the offset of the day before gives that time too, it is the first of two.
  const first = asUtc + dayBefore.getTimezoneOffset() * 60_000;
  const match = [first, localMoment(localTime, zone)].find((moment) => localText(moment, zone) === localTime);
  return match === undefined ? null : new Date(match).toISOString();
}

/** The day (mm/dd/yyyy) of the last such time of day in a zone: today, or yesterday if today's is still to come. */
export function lastDayWith(time: string, zone: string, now: number): string {
  const { day } = splitMoment(now, zone);
  const moment = joinMoment(day, time, zone);
  if (moment !== null && Date.parse(moment) <= now) return day;
  const today = Date.parse(dayOf(now, zone));
  return formatDay(dayOf(today - DAY_MILLISECONDS, 'UTC'));
}

function timeAt(moment: Moment, zone: string): string {
  const { hour, minute } = wallClockAt(moment, zone);
  return showTime({ hours: hour, minutes: minute });
}

function localText(moment: number, zone: string): string {
  return `${dayOf(moment, zone)}T${timeAt(moment, zone)}`;
}

function localMoment(text: string, zone: string): number {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = text.split(/\D/).map(Number);
  return new TZDate(year, month - 1, day, hours, minutes, zone).getTime();
}

/** Two texts that are not a valid moment, as one text that a draft can restore; it survives trimming. */
export function joinTyped({ day, time }: TypedMoment): string {
  return `${day} at ${time}`;
}

/** The two texts that `joinTyped` joined. */
export function splitTyped(text: string): TypedMoment {
  const [, day = '', time = ''] = /^(.*?) ?\bat ?(.*)$/.exec(text) ?? [];
  return { day, time };
}

/** The error for two texts that are not a valid moment; null for any other text. */
export function momentError(text: string): string | null {
  const { day, time } = splitTyped(text);
  if (day === '' && time === '') return null;
  if (day.trim() === '' || time.trim() === '') return messages.DATE_AND_TIME;
  const error = dayError(day);
  if (error !== null) return error;
  return parseTypedTime(time) === null ? messages.TIME_OF_DAY : messages.SKIPPED_TIME;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

/** Why what a date and time field holds is not a moment, also if it is blank; null if it is one. */
export function unfinishedMoment(value: string): string | null {
  return MOMENT.test(value) ? null : (momentError(value) ?? messages.DATE_AND_TIME);
}
