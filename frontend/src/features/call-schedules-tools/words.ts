import type { GapRead } from '@/api/generated/types.gen';
import { formatCardDate, formatCardTime } from '@/shared/lib/dates';

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A calendar day `yyyy-MM-dd` as `Fri, Jul 3, 2026`. */
export function dayInWords(day: string): string {
  return dayFormat.format(new Date(day));
}

/** `7:00am Mar 14, 2026 to 7:00pm`, with the date of the end if it is another one. */
export function timeInWords({ startsAt, endsAt }: Pick<GapRead, 'startsAt' | 'endsAt'>, zone?: string): string {
  const [first, last] = [formatCardDate(startsAt, zone), formatCardDate(endsAt, zone)];
  const end = formatCardTime(endsAt, zone);
  return `${formatCardTime(startsAt, zone)} ${first} to ${first === last ? end : `${end} ${last}`}`;
}

/** The month that is so many after that of a day, as yyyy-MM. */
export function monthAfter(day: string, months: number): string {
  const moment = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  return moment.toISOString().slice(0, 7);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month yyyy-MM as `July 2026`. */
export function monthInWords(month: string): string {
  return monthFormat.format(new Date(`${month}-01`));
}
