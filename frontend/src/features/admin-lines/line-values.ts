import { type Check, checkByContract } from '@/api/contract-form';
import { messages } from '@/api/contract/messages.gen';
import type { DatedHours, LineChange, LineRead, LineSettings, LimitFields } from '@/api/generated/types.gen';
import { viewerZone } from '@/shared/lib/dates';
import { isSame } from '@/shared/lib/same';
import { areHours, sentHours, type WeeklyHours, weeklyHours, wrongTime } from '@/shared/lib/weekly-hours';
import { type How, howOf } from '@/versions/drafts/how';
import { withRanges } from '@/versions/ranges';
import type { VersionedValues } from '@/versions/versioned';

const MINUTE = 60;

export interface ExceptionValues {
  name: string;
  firstDay: string;
  lastDay: string;
  /** `08:00-12:00, 14:00-18:00`; blank if the line is closed. */
  open: string;
  zone: string;
}

export interface PriorityValues {
  id: number;
  name: LimitFields['name'];
  minutes: string;
  rank: string;
}

export interface LineValues extends VersionedValues {
  hours: WeeklyHours[];
  exceptions: ExceptionValues[];
  priorities: PriorityValues[];
  how: How;
}

export const FIELDS = ['hours', 'exceptions', 'priorities'] as const;

export type FieldName = (typeof FIELDS)[number];

export const LABELS: Readonly<Record<FieldName, string>> = {
  hours: 'Opening Hours',
  exceptions: 'Exceptions and Holidays',
  priorities: 'Priorities',
};

/** Of a line that has none yet, as each new one; their limits are to be entered. */
const NEW_PRIORITIES: readonly PriorityValues[] = [
  { id: 1, name: 'critical', minutes: '', rank: '' },
  { id: 2, name: 'urgent', minutes: '', rank: '' },
  { id: 3, name: 'routine', minutes: '', rank: '' },
];

/** What the form shows: the draft, if one is open and still fits. */
export function valuesOf({ version, settings, draft, draftSettings, needsApproval }: LineRead): LineValues {
  const { hours, exceptions, priorities } = draftSettings ?? settings;
  return {
    version: draft?.version ?? version,
    hours: hours.map(weeklyHours),
    exceptions: exceptions.map(({ name, firstDay, lastDay, openHours, timeZone }) => ({
      name,
      firstDay,
      lastDay,
      open: openHours.join(', '),
      zone: timeZone,
    })),
    priorities: priorities.length === 0 ? [...NEW_PRIORITIES] : priorities.map(priorityValues),
    how: howOf({ draft, needsApproval }),
    reason: draft?.reason ?? '',
  };
}

function priorityValues({ id, name, completionLimit, rank }: LimitFields): PriorityValues {
  return { id, name, minutes: String(completionLimit / MINUTE), rank: rank === null ? '' : String(rank) };
}

/** Opening hours around the clock, on all days. */
export function aroundTheClock(zone = viewerZone()): WeeklyHours {
  return { firstDay: 1, lastDay: 7, opens: '00:00', closes: '24:00', zone };
}

export function settingsOf({ hours, exceptions, priorities }: LineValues): LineSettings {
  return {
    hours: hoursSent(hours, exceptions).map(sentHours),
    exceptions: exceptions.map(exceptionOf),
    priorities: priorities.map(({ id, name, minutes, rank }) => ({
      id,
      name,
      completionLimit: Math.round(Number(minutes) * MINUTE),
      rank: rank.trim() === '' ? null : Number(rank),
    })),
  };
}

/** On the wire, only a line with hours has exceptions. */
function hoursSent(hours: WeeklyHours[], exceptions: readonly ExceptionValues[]): WeeklyHours[] {
  const [first] = exceptions;
  return hours.length === 0 && first !== undefined ? [aroundTheClock(first.zone)] : hours;
}

function exceptionOf({ name, firstDay, lastDay, open, zone }: ExceptionValues): DatedHours {
  return {
    name: name.trim(),
    firstDay,
    lastDay: lastDay === '' ? firstDay : lastDay,
    openHours: open
      .split(',')
      .map((hours) => hours.trim().replaceAll(/\s*[-–]\s*/g, '-'))
      .filter((hours) => hours !== ''),
    timeZone: zone,
  };
}

export function bodyOf(values: LineValues): Omit<LineChange, 'confirmed'> {
  return { ...settingsOf(values), reason: values.reason.trim() === '' ? null : values.reason.trim() };
}

/** Where the contract's fields are in the form. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/\.openDaysInWeek$/, '.firstDay'],
  [/\.openHours(\.\d+)?$/, '.open'],
  [/\.openHoursTimezone$|\.timeZone$/, '.zone'],
  [/\.completionLimit$/, '.minutes'],
];

const RANGES = {
  opens: messages.TIME_OF_DAY,
  closes: 'Enter a time, for example 17:00; midnight is 24:00.',
  open: 'Enter times such as 08:00-12:00, or leave it blank if the line is closed.',
  minutes: 'Enter a number of minutes above 0, for example 30.',
  rank: 'Enter a whole number from 0.',
} as const;

export const checkLine: Check<LineValues> = async (values) => {
  const { errors } = await checkByContract('LineChange', { ...bodyOf(values), confirmed: [] });
  const placed = [...errors].map(([field, message]): [string, string] => [placeOf(field), message]);
  return { data: { ...values }, errors: withRanges(new Map([...wrongTimes(values), ...placed]), values, RANGES) };
};

/** The contract does not say what times look like, nor that days are in order. */
function wrongTimes({ hours, exceptions }: LineValues): [string, string][] {
  const ofHours = hours.flatMap((each, index): [string, string][] => {
    const part = wrongTime(each);
    return part === null ? [] : [[`hours.${index}.${part}`, messages.INVALID]];
  });
  const ofExceptions = exceptions.flatMap((each, index) => {
    const found: [string, string][] = [];
    if (!exceptionOf(each).openHours.every(areHours)) found.push([`exceptions.${index}.open`, messages.INVALID]);
    if (each.lastDay !== '' && each.lastDay < each.firstDay)
      found.push([`exceptions.${index}.lastDay`, messages.ENDS_BEFORE_START]);
    return found;
  });
  return [...ofHours, ...ofExceptions];
}

/** A field of the wire is here in the form. */
export function placeOf(field: string): string {
  const [pattern, place] = PLACES.find(([each]) => each.test(field)) ?? [null, ''];
  const found = pattern === null ? field : field.replace(pattern, place);
  return found.startsWith('hours.') ? found.replace(/\.open$/, '.opens') : found;
}

/** The fields in which two sets of answers differ. */
export function differing(values: LineValues, others: LineValues): FieldName[] {
  const [a, b] = [settingsOf(values), settingsOf(others)];
  return FIELDS.filter((field) => !isSame(a[field], b[field]));
}
