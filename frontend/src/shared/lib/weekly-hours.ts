import { constants } from '@/api/contract/constants.gen';

import { zoneInWords } from './zone-in-words';

const DAYS = /^([[(])(\d),(\d)([\])])$/;
const RANGE = /^(.*)-(.*)$/;

export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Hours on some days of the week, in a form; Monday is 1. */
export interface WeeklyHours {
  firstDay: number;
  lastDay: number;
  opens: string;
  closes: string;
  zone: string;
}

/** The same on the wire: `[1,5]` and `08:00-17:00`. */
export interface SentHours {
  openDaysInWeek: string;
  openHours: string;
  openHoursTimezone: string;
}

export function weeklyHours({ openDaysInWeek, openHours, openHoursTimezone }: SentHours): WeeklyHours {
  const [, begins = '[', first = '1', last = '7', ends = ']'] = DAYS.exec(openDaysInWeek) ?? [];
  const [, opens = '', closes = ''] = RANGE.exec(openHours) ?? [];
  return {
    firstDay: Number(first) + (begins === '(' ? 1 : 0),
    lastDay: Number(last) - (ends === ')' ? 1 : 0),
    opens,
    closes,
    zone: openHoursTimezone,
  };
}

export function sentHours({ firstDay, lastDay, opens, closes, zone }: WeeklyHours): SentHours {
  return {
    openDaysInWeek: `[${firstDay},${lastDay}]`,
    openHours: `${opens.trim()}-${closes.trim()}`,
    openHoursTimezone: zone,
  };
}

const TIME = new RegExp(constants.TIME_OF_DAY_PATTERN);

/** Whether a text is hours as they are sent; midnight at the end of the day is 24:00. */
export function areHours(text: string): boolean {
  const [, opens = '', closes = ''] = RANGE.exec(text) ?? [];
  return TIME.test(opens) && (closes === '24:00' || TIME.test(closes));
}

/** The first of the two times that is none. */
export function wrongTime({ opens, closes }: WeeklyHours): 'opens' | 'closes' | null {
  if (!TIME.test(opens.trim())) return 'opens';
  return areHours(`${opens.trim()}-${closes.trim()}`) ? null : 'closes';
}

/** `Mon–Fri 08:00–17:00 (America/New York)` */
export function hoursInWords({ firstDay, lastDay, opens, closes, zone }: WeeklyHours): string {
  const [from, to] = [DAY_NAMES[firstDay - 1] ?? '', DAY_NAMES[lastDay - 1] ?? ''];
  return `${firstDay === lastDay ? from : `${from}–${to}`} ${opens}–${closes} (${zoneInWords(zone)})`;
}

const ZONES_OF_THE_US = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
] as const;

/** The zones to choose from: those that are in use come first; all zones would make each row slow. */
export function zonesToChoose(used: readonly string[]): string[] {
  return [...new Set([...used, ...ZONES_OF_THE_US])];
}
