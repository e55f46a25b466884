import { choices } from '@/api/contract/choices/call-schedules.gen';
import { constants } from '@/api/contract/constants.gen';
import type { ChangeKind, ConflictRead, NamedPerson, PlanConflict, RotationFields } from '@/api/generated/types.gen';
import { dayOf, foreignZoneName, formatCardDate, formatCardTime, type Moment, viewerZone } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { pluralize } from '@/shared/lib/pluralize';
import { serverNow } from '@/shared/lib/server-clock';

import { type Day, weekdayNumber } from './days';
import type { Span } from './scale';

const list = new Intl.ListFormat('en-US');
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const EVERY_DAY = 7;
const TIME_OF_DAY = new RegExp(constants.TIME_OF_DAY_PATTERN);

/** Monday is 1. */
export const weekdays = WEEKDAYS.map((label, index) => ({ value: index + 1, label }));

/** By id. */
export type People = ReadonlyMap<number, NamedPerson>;

export function peopleIn(...lists: readonly (readonly NamedPerson[])[]): People {
  return new Map(lists.flat().map((person) => [person.id, person]));
}

export function nameIn(people: People, userId: number): string {
  const person = people.get(userId);
  return person === undefined ? 'Someone' : fullName(person);
}

export function weekdayOfDay(day: Day): string {
  return WEEKDAYS[weekdayNumber(day) - 1] ?? '';
}

/** `Nov 30`, with the year if it is not this one. */
export function dateInWords(day: Day): string {
  const date = formatCardDate(day, 'UTC');
  return day.startsWith(dayOf(serverNow()).slice(0, 4)) ? date.replace(/, \d+$/, '') : date;
}

/** `Mon, Nov 30` */
export function dayInWords(day: Day): string {
  return `${weekdayOfDay(day)}, ${dateInWords(day)}`;
}

/** `Mon, Nov 30, 7:00am`, with the zone where the viewer's clock shows something else. */
export function momentInWords(moment: Moment, zone: string): string {
  return `${wallClockInWords(moment, zone)}${zoneSuffix(moment, zone)}`;
}

function wallClockInWords(moment: Moment, zone: string): string {
  return `${dayInWords(dayOf(moment, zone))}, ${formatCardTime(moment, zone)}`;
}

/** `Fri, Dec 4, 7:00pm to Sat, Dec 5, 7:00am`, with the zone where the viewer's clock shows something else. */
export function spanInWords(startsAt: Moment, endsAt: Moment, zone: string): string {
  const isOneDay = dayOf(startsAt, zone) === dayOf(endsAt, zone);
  const start = wallClockInWords(startsAt, zone);
  const end = isOneDay ? formatCardTime(endsAt, zone) : wallClockInWords(endsAt, zone);
  return `${start}${suffixBefore(startsAt, endsAt, zone)} to ${end}${zoneSuffix(endsAt, zone)}`;
}

/** The part of a span that lies on one day of a zone: `until 7:00am`, `all day`, `7:00am to 7:00pm`. */
export function partInWords({ startsAt, endsAt }: Span, day: Span, zone: string): string {
  const begins = startsAt > day.startsAt;
  const ends = endsAt < day.endsAt;
  if (!begins && !ends) return 'all day';
  const start = `${formatCardTime(startsAt, zone)}${ends ? suffixBefore(startsAt, endsAt, zone) : zoneSuffix(startsAt, zone)}`;
  const end = `${formatCardTime(endsAt, zone)}${zoneSuffix(endsAt, zone)}`;
  if (!ends) return `from ${start}`;
  return begins ? `${start} to ${end}` : `until ${end}`;
}

/** The zone of a begin, if it is not that of the end, because clocks change in between. */
function suffixBefore(startsAt: Moment, endsAt: Moment, zone: string): string {
  const suffix = zoneSuffix(startsAt, zone);
  return suffix === zoneSuffix(endsAt, zone) ? '' : suffix;
}

function zoneSuffix(moment: Moment, zone: string): string {
  const name = foreignZoneName(moment, zone, viewerZone());
  return name === null ? '' : ` ${name}`;
}

/** `7:00am` for `07:00`; what is not a time, because it is still being typed, as it is. */
function clockInWords(time: string): string {
  return TIME_OF_DAY.test(time) ? formatCardTime(`1970-01-01T${time}Z`, 'UTC') : time;
}

/** `Mon to Fri, 7:00am to 7:00pm, 1 week each: Amara Feldspar, Hiroshi Obsidian` */
export function rotationInWords(rotation: RotationFields, people: People): string {
  const { beginsAt, endsAt, turnLength, turnUnit, userIds } = rotation;
  const nextDay = endsAt <= beginsAt ? ' the next day' : '';
  const hours = `${clockInWords(beginsAt)} to ${clockInWords(endsAt)}${nextDay}`;
  const names = userIds.map((id) => nameIn(people, id)).join(', ');
  return `${weekdaysInWords(rotation.weekdays)}, ${hours}, ${pluralize(turnLength, turnUnit)} each: ${names}`;
}

function weekdaysInWords(chosen: readonly number[]): string {
  const sorted = [...chosen].sort((a, b) => a - b);
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  if (sorted.length === EVERY_DAY) return 'Every day';
  const isRow = sorted.length > 2 && last - first === sorted.length - 1;
  const label = (day: number) => WEEKDAYS[day - 1] ?? '';
  return isRow ? `${label(first)} to ${label(last)}` : sorted.map(label).join(', ');
}

/** `Has no valid license for Ohio and Texas` */
export function conflictInWords({ reason, about }: Pick<ConflictRead, 'reason' | 'about'>): string {
  const label = choices.PlanConflict.find(({ value }) => value === reason)?.label ?? '';
  return about.length === 0 ? label : `${label} for ${list.format(about)}`;
}

const advice: Record<PlanConflict, string> = {
  inactive: 'Take them out of the rotation, or name someone else for a time.',
  notOnTheLine: 'Take them out of the rotation, or ask an administrator to give them the service line.',
  noContact: 'Ask them to add and verify a phone or a device in Paging Settings, so that a page reaches them.',
  notLicensed: 'Plan someone else, or ask an administrator to record the license.',
  twoSchedules: 'Plan someone else in one of the two.',
  twoLines: 'Plan someone else for one of them unless one person can answer both.',
};

/** What a planner can do about it. */
export function adviceAbout(reason: PlanConflict): string {
  return advice[reason];
}

/** `Hiroshi Obsidian instead of Amara Feldspar` */
export function changeInWords(
  { kind, userId, replacedUserId }: { kind: ChangeKind; userId: number | null; replacedUserId: number | null },
  people: People,
): string {
  const person = userId === null ? 'nobody' : nameIn(people, userId);
  const replaced = replacedUserId === null ? 'nobody' : nameIn(people, replacedUserId);
  const words: Record<ChangeKind, string> = {
    add: `${person} in addition`,
    remove: `Without ${replaced}`,
    replace: `${person} instead of ${replaced}`,
    only: userId === null ? 'Nobody' : `Only ${person}`,
  };
  return words[kind];
}
