import { TZDate } from '@date-fns/tz';
import { differenceInCalendarDays } from 'date-fns';

import { formatCardTime, minutesBetween, type Moment, viewerZone } from './dates';

/** Calendar days from one moment to another in the viewer's zone, never negative. */
export function daysBetween(from: Moment, to: Moment, zone = viewerZone()): number {
  const inZone = (moment: Moment) => new TZDate(new Date(moment).getTime(), zone);
  return Math.max(0, differenceInCalendarDays(inZone(to), inZone(from)));
}

/** `Now`, `5 min ago` on the same calendar day, `Yesterday, 2:07pm`, then `3 days ago`. */
export function relativeTime(moment: Moment, now: Moment, zone = viewerZone()): string {
  const minutes = minutesBetween(moment, now);
  if (minutes < 1) return 'Now';
  const days = daysBetween(moment, now, zone);
  if (days === 0) return `${minutes} min ago`;
  return days === 1 ? `Yesterday, ${formatCardTime(moment, zone)}` : `${days} days ago`;
}
