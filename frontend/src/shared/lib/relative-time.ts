import { dayOf, formatCardTime, minutesBetween, type Moment, viewerZone } from './dates';

const DAY_MILLISECONDS = 86_400_000;

/** Calendar days from one moment to another in the viewer's zone, never negative. */
export function daysBetween(from: Moment, to: Moment, zone = viewerZone()): number {
  const days = (Date.parse(dayOf(to, zone)) - Date.parse(dayOf(from, zone))) / DAY_MILLISECONDS;
  return Math.max(0, days);
}

/** `Now`, `5 min ago` on the same calendar day, `Yesterday, 2:07pm`, then `3 days ago`. */
export function relativeTime(moment: Moment, now: Moment, zone = viewerZone()): string {
  const minutes = minutesBetween(moment, now);
  if (minutes < 1) return 'Now';
  const days = daysBetween(moment, now, zone);
  if (days === 0) return `${minutes} min ago`;
  return days === 1 ? `Yesterday, ${formatCardTime(moment, zone)}` : `${days} days ago`;
}
