import type { Day } from './days';
import { addDays, startOf } from './days';

/** When the days of a calendar begin in a zone, in milliseconds, and when the last one ends. */
export type Scale = readonly number[];

/** A stretch of time, in milliseconds since 1970. */
export interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Where something is drawn, as shares of the calendar's width. */
export interface Place {
  readonly start: number;
  readonly width: number;
}

export function scaleOf(days: readonly Day[], zone: string): Scale {
  const last = days.at(-1);
  return last === undefined ? [] : [...days, addDays(last, 1)].map((day) => startOf(day, zone));
}

export function spanOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): Span {
  return { startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
}

/** Whether they have some time in common. */
export function overlap(one: Span, other: Span): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

export function wholeOf(scale: Scale): Span {
  return { startsAt: scale[0] ?? 0, endsAt: scale.at(-1) ?? 0 };
}

/** The calendar's part of a span; every day is equally wide, whether it has 23, 24 or 25 hours. */
export function placeOf(span: Span, scale: Scale): Place {
  const start = shareAt(span.startsAt, scale);
  return { start, width: shareAt(span.endsAt, scale) - start };
}

/** Where a moment is, from 0 to 1; moments outside the calendar are at its ends. */
export function shareAt(moment: number, scale: Scale): number {
  const count = scale.length - 1;
  const index = scale.findLastIndex((start) => start <= moment);
  const [start, end] = [scale[index], scale[index + 1]];
  if (start === undefined) return 0;
  return end === undefined ? 1 : (index + (moment - start) / (end - start)) / count;
}
