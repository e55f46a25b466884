import type { ServiceLineRead } from '@/api/generated/types.gen';
import { foreignZoneName, formatCardTime, weekdayOf } from '@/shared/lib/dates';
import { daysBetween } from '@/shared/lib/relative-time';

export interface Hours {
  readonly open: boolean;
  readonly text: string;
}

/** The server returns about a week of opening hours; an interval longer than that counts as always open. */
const ENDLESS_MILLISECONDS = 7 * 86_400_000;

/** Whether a line is open now, and when that changes, in the specification's wording and the location's time zone. */
export function hoursOf(line: ServiceLineRead, now: number, zone: string, viewer?: string): Hours {
  if (line.ServiceLineHours.length === 0) return { open: true, text: '24/7' };
  const openings = line.openings.map(({ opensAt, closesAt }) => ({
    from: Date.parse(opensAt),
    to: Date.parse(closesAt),
  }));
  const current = openings.find(({ from, to }) => from <= now && now < to);
  if (current !== undefined) {
    const endless = current.to - now >= ENDLESS_MILLISECONDS;
    return { open: true, text: endless ? '24/7' : `Until ${timeOf(current.to, zone, viewer)}` };
  }
  const next = openings.find(({ from }) => from > now);
  return { open: false, text: next === undefined ? 'Closed' : opensText(next.from, now, zone, viewer) };
}

function opensText(from: number, now: number, zone: string, viewer: string | undefined): string {
  const opens = `Opens ${timeOf(from, zone, viewer)}`;
  const days = daysBetween(now, from, zone);
  if (days === 0) return opens;
  return days === 1 ? `${opens} Tomorrow` : `${opens} ${weekdayOf(from, zone)}`;
}

/** Names the zone if the viewer's clock shows a different time. */
function timeOf(moment: number, zone: string, viewer: string | undefined): string {
  const name = foreignZoneName(moment, zone, viewer);
  return name === null ? formatCardTime(moment, zone) : `${formatCardTime(moment, zone)} ${name}`;
}
