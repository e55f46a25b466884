import type { DifferenceRead, LineRow } from '@/api/generated/types.gen';
import { capitalize } from '@/shared/lib/capitalize';
import { formatDay, formatTimestamp } from '@/shared/lib/dates';
import { hoursInWords } from '@/shared/lib/weekly-hours';
import { zoneInWords } from '@/shared/lib/zone-in-words';
import { type DifferenceWords, differenceInWords, plainInWords } from '@/versions/difference-words';

import type { ExceptionValues, FieldName, LineValues, PriorityValues } from './line-values';

/** `Open until 5:00pm Mar 4, 2026` */
export function openInWords({ isOpen, closesAt, opensAt }: LineRow): string {
  if (isOpen) return closesAt === null ? 'Open around the clock' : `Open until ${formatTimestamp(closesAt)}`;
  return opensAt === null ? 'Closed' : `Closed until ${formatTimestamp(opensAt)}`;
}

/** A field's answers as one line, for comparing two sets of them. */
export function answerInWords(field: FieldName, { hours, exceptions, priorities }: LineValues): string {
  switch (field) {
    case 'hours':
      return hours.length === 0 ? 'around the clock' : hours.map(hoursInWords).join('; ');
    case 'exceptions':
      return exceptions.length === 0 ? 'none' : exceptions.map(exceptionInWords).join('; ');
    case 'priorities':
      return priorities.map(priorityInWords).join('; ');
  }
}

export function exceptionInWords({ name, firstDay, lastDay, open }: ExceptionValues): string {
  const days =
    lastDay === '' || lastDay === firstDay ? formatDay(firstDay) : `${formatDay(firstDay)}–${formatDay(lastDay)}`;
  return `${name}, ${days}: ${open === '' ? 'closed' : open}`;
}

export function priorityInWords({ name, minutes, rank }: PriorityValues): string {
  const limit = minutes === '' ? 'no limit yet' : `${minutes} min`;
  return `${capitalize(name)}: ${limit}${rank === '' ? '' : `, rank ${rank}`}`;
}

const labels: Readonly<Record<string, string>> = {
  hours: 'Opening hours',
  exceptions: 'Exceptions and holidays',
};

/** A line's document is said in the words of a file. */
const words: DifferenceWords = {
  labels,
  inWords: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainInWords(value);
    const fields: Readonly<Record<string, unknown>> = { ...value };
    const text = (name: string) => plainInWords(fields[name] ?? '');
    if ('days' in fields) return `${text('days')} ${text('open')} (${zoneInWords(text('time_zone'))})`;
    if ('first' in fields) {
      const [first, last] = [formatDay(text('first')), 'last' in fields ? `–${formatDay(text('last'))}` : ''];
      return `${text('name')}, ${first}${last}: ${'open' in fields ? text('open') : 'closed'}`;
    }
    return plainInWords(value);
  },
};

const PRIORITY = /^priorities\.(\d)\.(.*)$/;

export function lineDifference(difference: DifferenceRead): string {
  const [, number = '', part = ''] = PRIORITY.exec(difference.place) ?? [];
  if (number === '') return differenceInWords(difference, words);
  const label = `Priority ${number}, ${part === 'limit_seconds' ? 'limit' : part}`;
  const inWords = (value: unknown) =>
    part === 'limit_seconds' && typeof value === 'number' ? `${value / 60} min` : plainInWords(value);
  return `${label}: ${inWords(difference.before)} → ${inWords(difference.after)}`;
}
