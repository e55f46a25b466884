import type { ListedEntryRead } from '@/api/generated/types.gen';
import { formatCardDate, formatCardTime, viewerZone, wallClockAt } from '@/shared/lib/dates';

import { wordsOf } from './filters';

/** What somebody did in a row with one consult, or the same thing several times in a row elsewhere. */
export interface Told {
  /** The latest of them. */
  readonly entry: ListedEntryRead;
  /** How often each action was done, the first one first. */
  readonly times: ReadonlyMap<string, number>;
  /** When the first and the last of them happened. */
  readonly from: string;
  readonly to: string;
}

/** What happened in one hour, or to one consult; the latest is first, as in the table. */
export interface Chapter {
  readonly key: string;
  readonly title: string;
  readonly consultId: string | null;
  readonly lines: readonly Told[];
}

/** A person's entries by hours, or a patient's by consults. `entries` are newest first. */
export function storyOf(entries: readonly ListedEntryRead[], by: 'hour' | 'consult'): Chapter[] {
  const groups = new Map<string, ListedEntryRead[]>();
  for (const entry of entries) {
    const key = by === 'hour' ? hourOf(entry) : consultOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([key, group]) => ({
    key,
    title: by === 'hour' ? hourTitle(group) : consultTitle(key),
    consultId: by === 'hour' || key === LISTS || key === ELSEWHERE ? null : key,
    lines: folded(group),
  }));
}

const LISTS = 'lists';
const ELSEWHERE = 'elsewhere';

function consultOf({ consultIds }: ListedEntryRead): string {
  if (consultIds.length > 1) return LISTS;
  return consultIds[0] ?? ELSEWHERE;
}

function consultTitle(key: string): string {
  if (key === LISTS) return 'In lists with other patients';
  return key === ELSEWHERE ? 'Outside of consults' : `Consult ${shortId(key)}`;
}

/** Enough of an id to tell consults apart; the whole one is in the link. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

function hourOf({ at }: ListedEntryRead): string {
  const { year, month, day, hour } = wallClockAt(at, viewerZone());
  return [year, month, day, hour].join('-');
}

function hourTitle([first]: readonly ListedEntryRead[]): string {
  if (first === undefined) return '';
  const { hour } = wallClockAt(first.at, viewerZone());
  return `${onTheHour(hour)} to ${onTheHour((hour + 1) % 24)}, ${formatCardDate(first.at)}`;
}

function onTheHour(hour: number): string {
  return `${hour % 12 || 12}${hour < 12 ? 'am' : 'pm'}`;
}

function folded(entries: readonly ListedEntryRead[]): Told[] {
  const lines: Told[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && isOneVisit(last.entry, entry))
      lines[lines.length - 1] = { ...last, times: withEarlier(last.times, entry.action), from: entry.at };
    else lines.push({ entry, times: new Map([[entry.action, 1]]), from: entry.at, to: entry.at });
  }
  return lines;
}

function isOneVisit(one: ListedEntryRead, other: ListedEntryRead): boolean {
  const [consultId, ...others] = one.consultIds;
  const isSameConsult =
    consultId !== undefined &&
    others.length === 0 &&
    other.consultIds.length === 1 &&
    other.consultIds[0] === consultId;
  const isSameElsewhere = one.consultIds.length !== 1 && other.consultIds.length !== 1 && one.action === other.action;
  return one.user?.id === other.user?.id && one.result === other.result && (isSameConsult || isSameElsewhere);
}

function withEarlier(times: ReadonlyMap<string, number>, action: string): Map<string, number> {
  const earlier = new Map([[action, (times.get(action) ?? 0) + 1]]);
  for (const [each, count] of times) if (each !== action) earlier.set(each, count);
  return earlier;
}

/** `viewed a list of consults 12 times`, or `viewed a consult, commented on a consult 2 times` */
export function deedsInWords({ times }: Told): string {
  return [...times]
    .map(([action, count]) => (count === 1 ? wordsOf(action) : `${wordsOf(action)} ${count} times`))
    .join(', ');
}

/** `at 8:02am`, or `between 8:02am and 8:47am`; with the days if they differ. */
export function timeInWords({ from, to }: Told, withDay: boolean): string {
  const [first, last] = [formatCardTime(from), formatCardTime(to)];
  const [firstDay, lastDay] = [formatCardDate(from), formatCardDate(to)];
  if (firstDay !== lastDay) return `from ${first} ${firstDay} to ${last} ${lastDay}`;
  const day = withDay ? `, ${lastDay}` : '';
  return first === last ? `at ${last}${day}` : `between ${first} and ${last}${day}`;
}
