import { choices } from '@/api/contract/choices/call-schedules.gen';
import type { CalendarProblem, CalendarRemarkRead, ImportedCalendarRead } from '@/api/generated/types.gen';
import { minutesBetween, type Moment } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;

export function problemWords(problem: CalendarProblem): string {
  return choices.CalendarProblem.find(({ value }) => value === problem)?.label ?? problem;
}

/** `“Mars/Olympus”: Unknown time zone. Its times count as times of the call schedule's zone.` */
export function remarkWords({ kind, about }: CalendarRemarkRead): string {
  const label = choices.CalendarRemark.find(({ value }) => value === kind)?.label ?? kind;
  return `${titleWords(about)}: ${label}.`;
}

/** The title of an entry in quotation marks, so that it is not taken for our words. */
export function titleWords(title: string): string {
  return title === '' ? 'No title' : `“${title}”`;
}

/** `just now`, `5 minutes ago`, `2 hours ago`, `3 days ago` */
export function agoWords(moment: Moment, now: Moment): string {
  const minutes = minutesBetween(moment, now);
  if (minutes < 1) return 'just now';
  if (minutes < HOUR_MINUTES) return `${pluralize(minutes, 'minute')} ago`;
  if (minutes < DAY_MINUTES) return `${pluralize(Math.floor(minutes / HOUR_MINUTES), 'hour')} ago`;
  return `${pluralize(Math.floor(minutes / DAY_MINUTES), 'day')} ago`;
}

/** Where the calendar is from, and how old the copy is that counts. */
export function sourceWords({ host, fetchedAt, problem }: ImportedCalendarRead, now: Moment): string {
  if (host === null) return `Uploaded ${agoWords(fetchedAt, now)}`;
  return problem === null ? `From ${host}, read ${agoWords(fetchedAt, now)}` : `From ${host}`;
}

/** `132 shifts in the coming 54 weeks` */
export function shiftsWords(total: number): string {
  return `${total === 0 ? 'No shifts' : pluralize(total, 'shift')} in the coming 54 weeks`;
}
