/** The month names of the specification's formats. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment: ISO 8601 text or milliseconds since 1970. */
export type Moment = string | number;

let asked: string | null = null;

/** Asking the browser takes as long as formatting ten times, so what is rendered together asks once. */
export function viewerZone(): string {
  if (asked !== null) return asked;
  // A computer may travel, so that the answer is not kept for longer.
  queueMicrotask(() => {
    asked = null;
  });
  asked = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return asked;
}

/** What calendar and clock show. The month counts from 1 and the hour from 0 to 23. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** Making a formatter takes a hundred times as long as using it. */
function madeOnce(make: (zone: string) => Intl.DateTimeFormat): (zone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const formatter = made.get(zone) ?? make(zone);
    made.set(zone, formatter);
    return formatter;
  };
}

const wallClockIn = madeOnce(
  (zone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
);
const zoneNameIn = madeOnce((zone) => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }));

/** The browser's own zone data, because a date library takes ten times as long, which shows when a list is scrolled. */
export function wallClockAt(moment: Moment, zone: string): WallClock {
  const text = wallClockIn(zone).format(new Date(moment));
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = text.split(/\D+/).map(Number);
  return { year, month, day, hour, minute };
}

/** `2:02pm` */
function timeOf({ hour, minute }: WallClock): string {
  return `${hour % 12 || 12}:${twoDigits(minute)}${hour < 12 ? 'am' : 'pm'}`;
}

/** `Mar 5, 2024` */
function dateOf({ year, month, day }: WallClock): string {
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** `2:02pm Mar 5, 2024`: timeline entries and requests. */
export function formatTimestamp(moment: Moment, zone = viewerZone()): string {
  const clock = wallClockAt(moment, zone);
  return `${timeOf(clock)} ${dateOf(clock)}`;
}

/** A timestamp in one zone, which is named because its readers may be anywhere. */
export function formatTimestampWithZone(moment: Moment, zone: string): string {
  return `${formatTimestamp(moment, zone)} ${zoneNameAt(moment, zone)}`;
}

/** `Mar 5, 2024`: cards. */
export function formatCardDate(moment: Moment, zone = viewerZone()): string {
  return dateOf(wallClockAt(moment, zone));
}

/** `2:02pm`: cards, and sentences about today. */
export function formatCardTime(moment: Moment, zone = viewerZone()): string {
  return timeOf(wallClockAt(moment, zone));
}

/** `3/5/2024, 02:07PM` in the location's zone: clinical times of a stroke consult. */
export function formatClinicalTime(moment: Moment, zone: string): string {
  const { year, month, day, hour, minute } = wallClockAt(moment, zone);
  const time = `${twoDigits(hour % 12 || 12)}:${twoDigits(minute)}${hour < 12 ? 'AM' : 'PM'}`;
  return `${month}/${day}/${year}, ${time}`;
}

/** The zone's short name at that moment (`EST`), or null if the viewer's clock shows the same time. */
export function foreignZoneName(moment: Moment, zone: string, viewer = viewerZone()): string | null {
  return formatTimestamp(moment, zone) === formatTimestamp(moment, viewer) ? null : zoneNameAt(moment, zone);
}

/** The zone's short name at that moment: `EST` in winter, `EDT` in summer. */
export function zoneNameAt(moment: Moment, zone: string): string {
  const parts = zoneNameIn(zone).formatToParts(new Date(moment));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** A clinical time with the zone's short name wherever it differs from the viewer's. */
export function formatClinicalTimeWithZone(moment: Moment, zone: string, viewer = viewerZone()): string {
  const name = foreignZoneName(moment, zone, viewer);
  return name === null ? formatClinicalTime(moment, zone) : `${formatClinicalTime(moment, zone)} ${name}`;
}

/** A calendar day `yyyy-MM-dd`, such as a birth date, as `MM/dd/yyyy`; a day has no zone, so no clock is involved. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** A calendar day `yyyy-MM-dd` in words: `November 22, 2026`. */
export function formatDayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** The calendar day of a moment, as `yyyy-MM-dd`. */
export function dayOf(moment: Moment, zone = viewerZone()): string {
  const { year, month, day } = wallClockAt(moment, zone);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `Thursday` */
export function weekdayOf(moment: Moment, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: zone }).format(new Date(moment));
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
