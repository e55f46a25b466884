import { choices as contactChoices } from '@/api/contract/choices/contacts.gen';
import { choices } from '@/api/contract/choices/coverage.gen';
import type { ContactKind, CoverageStatus, HoursNow, LineCoverage } from '@/api/generated/types.gen';
import { formatCardDate, formatCardTime, minutesBetween, type Moment, viewerZone, weekdayOf } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';
import { daysBetween } from '@/shared/lib/relative-time';

const HOUR = 60;
const DAY = 24 * HOUR;
const WEEK_DAYS = 7;

export function statusLabel(status: CoverageStatus): string {
  return choices.CoverageStatus.find(({ value }) => value === status)?.label ?? '';
}

/** Within a sentence. */
export function channelName(kind: ContactKind): string {
  return contactChoices.ContactKind.find(({ value }) => value === kind)?.label.toLowerCase() ?? '';
}

/** What sign and names do not say; null if there is nothing more to say. */
export function explanation({ status, people }: LineCoverage): string | null {
  if (status === 'escalationOnly') return 'Told of a request only once it is escalated.';
  if (status === 'screenOnly') return 'Told of a request only on an open screen.';
  return status === 'closed' && people.length === 0 ? 'Nobody is on call.' : null;
}

/** `14 min`, `2 h 5 min`, `3 days` */
export function duration(since: Moment, now: Moment): string {
  const minutes = minutesBetween(since, now);
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes >= 2 * DAY) return pluralize(Math.floor(minutes / DAY), 'day');
  const rest = minutes % HOUR;
  return `${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** Whether a line is open, and until when, on the viewer's clock. */
export function hoursText({ isOpen, opensAt, closesAt }: HoursNow, now: Moment, zone = viewerZone()): string {
  if (isOpen) return closesAt === null ? 'Open 24/7' : `Open until ${momentText(closesAt, now, zone)}`;
  return opensAt === null ? 'Closed for more than a week' : `Opens ${momentText(opensAt, now, zone)}`;
}

/** `2:07pm` on the same day, then `tomorrow, 2:07pm` and `Sunday, 2:07pm`. */
export function momentText(moment: Moment, now: Moment, zone = viewerZone()): string {
  const time = formatCardTime(moment, zone);
  const days = daysBetween(now, moment, zone);
  if (days === 0) return time;
  return `${days === 1 ? 'tomorrow' : weekdayOf(moment, zone)}, ${time}`;
}

/** `2:07pm` on the same day, `Sunday, 2:07pm` within a week, then `Mar 5, 2024`. */
export function sinceText(moment: Moment, now: Moment, zone = viewerZone()): string {
  const days = daysBetween(moment, now, zone);
  if (days >= WEEK_DAYS) return formatCardDate(moment, zone);
  const time = formatCardTime(moment, zone);
  return days === 0 ? time : `${weekdayOf(moment, zone)}, ${time}`;
}

/** What the whole board says, in two sentences. */
export function summary(lines: readonly LineCoverage[], now: Moment): string {
  return `${coverageOf(lines)} ${requestsOf(lines, now)}`;
}

function coverageOf(lines: readonly LineCoverage[]): string {
  const count = (...wanted: readonly CoverageStatus[]) => lines.filter(({ status }) => wanted.includes(status)).length;
  const uncovered = count('nobody');
  if (uncovered > 0) return `${pluralize(uncovered, 'open line')} ${uncovered === 1 ? 'has' : 'have'} nobody on call.`;
  const weak = count('screenOnly', 'escalationOnly');
  if (weak > 0) return `${pluralize(weak, 'open line')} ${weak === 1 ? 'is' : 'are'} only partly covered.`;
  return count('covered') === 0 ? 'No line is open.' : 'Every open line is covered.';
}

function requestsOf(lines: readonly LineCoverage[], now: Moment): string {
  const waiting = lines.reduce((sum, { requests }) => sum + requests.waiting, 0);
  const oldest = lines
    .map(({ requests }) => requests.waitingSince)
    .filter((since) => since !== null)
    .sort()
    .at(0);
  if (oldest === undefined) return 'No requests are waiting.';
  const overdue = lines.reduce((sum, { requests }) => sum + requests.overdue, 0);
  const late = overdue === 0 ? '' : ` ${overdue} ${overdue === 1 ? 'is' : 'are'} over the limit.`;
  return `${pluralize(waiting, 'request')} ${waiting === 1 ? 'is' : 'are'} waiting, ${waiting === 1 ? '' : 'the oldest '}for ${duration(oldest, now)}.${late}`;
}

/** What has changed about a line that somebody should hear of: how it is covered, or that the first request waits, or waits too long. */
export function newsOf(line: LineCoverage, before: LineCoverage | undefined): string | null {
  if (before === undefined) return null;
  if (line.status !== before.status) return `${line.name}: ${statusLabel(line.status)}.`;
  if (line.requests.overdue > before.requests.overdue) return `${line.name}: ${line.requests.overdue} over the limit.`;
  if (line.requests.waiting === 0 || before.requests.waiting > 0) return null;
  return `${line.name}: ${pluralize(line.requests.waiting, 'request')} waiting.`;
}
