import { TZDate } from '@date-fns/tz';

/** A calendar day yyyy-MM-dd. */
export type Day = string;

const DAY_MILLISECONDS = 86_400_000;
const DAYS_OF_WEEK = 7;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

export function isDay(text: string | undefined): text is Day {
  return text !== undefined && ISO_DAY.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** So many days from the first one on. */
export function daysFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

export function firstOfMonth(day: Day, monthsLater = 0): Day {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + monthsLater, 1)).toISOString().slice(0, 10);
}

export function daysOfMonth(first: Day): Day[] {
  const next = firstOfMonth(first, 1);
  return daysFrom(first, Math.round((Date.parse(next) - Date.parse(first)) / DAY_MILLISECONDS));
}

/** Monday 1 to Sunday 7. */
export function weekdayNumber(day: Day): number {
  return new Date(day).getUTCDay() || DAYS_OF_WEEK;
}

/** The moment in milliseconds at which a day begins in a zone: where clocks skip midnight, the first one after it. */
export function startOf(day: Day, zone: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new TZDate(year, month - 1, date, zone).getTime();
}
