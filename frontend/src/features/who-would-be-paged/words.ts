import { choices } from '@/api/contract/choices/paging.gen';
import type { ForecastPerson, PageForecast, PageTarget } from '@/api/generated/types.gen';
import { capitalize } from '@/shared/lib/capitalize';
import { formatTimestampWithZone, weekdayOf } from '@/shared/lib/dates';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const list = new Intl.ListFormat('en-US');

/** `Critical request now`, `Urgent request on Sunday, 7:00pm Mar 8, 2026 EDT` */
export function titleOf({ at, isNow }: PageForecast, priority: string, zone: string): string {
  const request = `${capitalize(priority)} request`;
  return isNow ? `${request} now` : `${request} on ${weekdayOf(at, zone)}, ${formatTimestampWithZone(at, zone)}`;
}

/** `3 min`, `2 h`, `1 h 30 min` */
export function duration(seconds: number): string {
  const minutes = Math.round((seconds % HOUR) / MINUTE);
  const hours = Math.floor(seconds / HOUR);
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** When a step and its repeats follow: `At once`, `After 3 min`, `After 8 min, and again after 10 min and 12 min`. */
export function whenOf([first = 0, ...again]: readonly number[]): string {
  const start = first === 0 ? 'At once' : `After ${duration(first)}`;
  return again.length === 0 ? start : `${start}, and again after ${list.format(again.map(duration))}`;
}

export function targetsOf(targets: readonly PageTarget[]): string {
  const labels = targets.map((target) => labelOf('PageTarget', target));
  return capitalize(labels.map((label, index) => (index === 0 ? label : lowercase(label))).join('; '));
}

/** How a page would reach them; null if only an open screen would show it. */
export function reachOf({ channels, callsUnverified }: ForecastPerson): string | null {
  const ways = channels.map((channel) => lowercase(labelOf('PageChannel', channel)));
  if (callsUnverified) ways.push('a call of the number given at check-in, which is not verified');
  return ways.length === 0 ? null : `by ${list.format(ways)}`;
}

function labelOf(name: 'PageTarget' | 'PageChannel', value: string): string {
  return choices[name].find((choice) => choice.value === value)?.label ?? '';
}

function lowercase(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
