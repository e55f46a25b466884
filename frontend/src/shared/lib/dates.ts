import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** The specification's formats, verbatim. */
const TIMESTAMP = 'h:mmaaa MMM d, yyyy';
const CARD_DATE = 'MMM d, yyyy';
const CARD_TIME = 'h:mmaaa';
const CLINICAL_TIME = 'M/d/yyy, hh:mmaa';

/** A moment: ISO 8601 text or milliseconds since 1970. */
export type Moment = string | number;

/** Asking the browser for the zone takes as long as formatting ten times; a computer that travels is noticed within a second. */
const ZONE_MILLISECONDS = 1_000;
let asked = { zone: '', at: Number.NEGATIVE_INFINITY };

export function viewerZone(): string {
  const at = performance.now();
  // A clock that tests replace may go backward.
  if (Math.abs(at - asked.at) >= ZONE_MILLISECONDS)
    asked = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, at };
  return asked.zone;
}

function inZone(moment: Moment, zone: string): Date {
  return new TZDate(new Date(moment).getTime(), zone);
}

/** `2:02pm Mar 5, 2024`: timeline entries and requests. */
export function formatTimestamp(moment: Moment, zone = viewerZone()): string {
  return format(inZone(moment, zone), TIMESTAMP);
}

/** A timestamp in one zone, which is named because its readers may be anywhere. */
export function formatTimestampWithZone(moment: Moment, zone: string): string {
  return `${formatTimestamp(moment, zone)} ${zoneNameAt(moment, zone)}`;
}

/** `Mar 5, 2024`: cards. */
export function formatCardDate(moment: Moment, zone = viewerZone()): string {
  return format(inZone(moment, zone), CARD_DATE);
}

/** `2:02pm`: cards, and sentences about today. */
export function formatCardTime(moment: Moment, zone = viewerZone()): string {
  return format(inZone(moment, zone), CARD_TIME);
}

/** `3/5/2024, 02:07PM` in the location's zone: clinical times of a stroke consult. */
export function formatClinicalTime(moment: Moment, zone: string): string {
  return format(inZone(moment, zone), CLINICAL_TIME);
}

/** The zone's short name at that moment (`EST`), or null if the viewer's clock shows the same time. */
export function foreignZoneName(moment: Moment, zone: string, viewer = viewerZone()): string | null {
  const date = new Date(moment);
  const offset = (name: string) => new TZDate(date.getTime(), name).getTimezoneOffset();
  if (offset(zone) === offset(viewer)) return null;
  return zoneNameAt(moment, zone);
}

const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** The zone's short name at that moment: `EST` in winter, `EDT` in summer. */
export function zoneNameAt(moment: Moment, zone: string): string {
  const names = zoneNames.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
  zoneNames.set(zone, names);
  const parts = names.formatToParts(new Date(moment));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** A clinical time with the zone's short name wherever it differs from the viewer's. */
export function formatClinicalTimeWithZone(moment: Moment, zone: string, viewer = viewerZone()): string {
  const name = foreignZoneName(moment, zone, viewer);
  return name === null ? formatClinicalTime(moment, zone) : `${formatClinicalTime(moment, zone)} ${name}`;
}

/** A birth date `yyyy-MM-dd` as `MM/dd/yyyy`; a calendar day has no zone, so no clock is involved. */
export function formatBirthDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** A calendar day `yyyy-MM-dd` in words: `November 22, 2026`. */
export function formatDayInWords(day: string): string {
  return format(new Date(`${day}T00:00:00`), 'MMMM d, yyyy');
}

/** The calendar day of a moment, as `yyyy-MM-dd`. */
export function dayOf(moment: Moment, zone = viewerZone()): string {
  return format(inZone(moment, zone), 'yyyy-MM-dd');
}

/** Completed years between a birth date `yyyy-MM-dd` and the day of a moment in the patient’s time zone if it is known. */
export function ageInYears(birthDate: string, now: Moment, zone = viewerZone()): number {
  const today = dayOf(now, zone);
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** `1 year`, `74 years`. */
export function ageInWords(years: number): string {
  return years === 1 ? '1 year' : `${years} years`;
}

/** Whole minutes from one moment to another, never negative. */
export function minutesBetween(from: Moment, to: Moment): number {
  return Math.max(0, Math.floor((new Date(to).getTime() - new Date(from).getTime()) / 60_000));
}
