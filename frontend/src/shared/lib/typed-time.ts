import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

export interface TimeOfDay {
  hours: number;
  minutes: number;
}

const TYPED_TIME = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(a|p)?\.?m?\.?$/i;
const TYPED_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** `1405`, `14:05`, `2:05p`, `205 pm` or `2p`; null when it is no time of day. A bare hour needs am or pm. */
export function parseTypedTime(typed: string): TimeOfDay | null {
  const [whole, hour = '', minute, half] = TYPED_TIME.exec(typed.trim()) ?? [];
  if (whole === undefined || (minute === undefined && half === undefined)) return null;
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
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** A moment as the two texts of a date and time field in a zone. */
export function splitMoment(moment: string | number, zone: string): { day: string; time: string } {
  const local = new TZDate(new Date(moment).getTime(), zone);
  return { day: format(local, 'MM/dd/yyyy'), time: format(local, 'HH:mm') };
}

/** The moment (ISO 8601, UTC) of mm/dd/yyyy and a typed time in a zone; null when either is not one. */
export function joinMoment(day: string, time: string, zone: string): string | null {
  const [, month, date, year] = TYPED_DAY.exec(day) ?? [];
  const clock = parseTypedTime(time);
  if (year === undefined || clock === null) return null;
  const local = new TZDate(Number(year), Number(month) - 1, Number(date), clock.hours, clock.minutes, zone);
  // 02/30 would roll over into March.
  return format(local, 'MM/dd/yyyy') === day ? new Date(local.getTime()).toISOString() : null;
}

/** The day on which a time was, when only the time was typed: today, or yesterday when today's is still to come. */
export function mostRecentDay(time: TimeOfDay, now: number, zone: string): string {
  const { day } = splitMoment(now, zone);
  const today = joinMoment(day, showTime(time), zone);
  return today !== null && new Date(today).getTime() > now ? splitMoment(now - 86_400_000, zone).day : day;
}
