import {
  dayOf,
  foreignZoneName,
  formatCardTime,
  type Moment,
  viewerZone,
  wallClockAt,
  zoneNameAt,
} from '@/shared/lib/dates';

/** From a moment until another, both ISO 8601. */
export interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
/** From two days on. */
const COUNTED_IN_DAYS = 48;
const DAYS_PER_WEEK = 7;

/** `Thu Mar 5` */
export function formatShiftDay(moment: Moment, zone: string): string {
  return `${nameOf(moment, zone, { weekday: 'short' })} ${formatMonthDay(moment, zone)}`;
}

function formatMonthDay(moment: Moment, zone: string): string {
  return `${nameOf(moment, zone, { month: 'short' })} ${wallClockAt(moment, zone).day}`;
}

function nameOf(moment: Moment, zone: string, part: { weekday: 'short' } | { month: 'short' }): string {
  return new Intl.DateTimeFormat('en-US', { ...part, timeZone: zone }).format(new Date(moment));
}

/**
 * `7:00pm to 7:00am` in the schedule's zone, with the day of the end if that is a whole day later on the clock. The zone is named where
 * the viewer's clock shows another time, and twice if its clocks change in between.
 */
export function formatShiftTimes({ startsAt, endsAt }: Span, zone: string, viewer = viewerZone()): string {
  const isForeign = [startsAt, endsAt].some((moment) => foreignZoneName(moment, zone, viewer) !== null);
  const [before, after] = [zoneNameAt(startsAt, zone), zoneNameAt(endsAt, zone)];
  const start =
    isForeign && before !== after ? `${formatCardTime(startsAt, zone)} ${before}` : formatCardTime(startsAt, zone);
  const time = formatCardTime(endsAt, zone);
  const end =
    clockOf(endsAt, zone) - clockOf(startsAt, zone) < DAY_MILLISECONDS
      ? time
      : `${formatShiftDay(endsAt, zone)}, ${time}`;
  return isForeign ? `${start} to ${end} ${after}` : `${start} to ${end}`;
}

/** `Thu Mar 5, 7:00pm to 7:00am` */
export function formatShift(span: Span, zone: string, viewer = viewerZone()): string {
  return `${formatShiftDay(span.startsAt, zone)}, ${formatShiftTimes(span, zone, viewer)}`;
}

/** The next `7:00am`, or with its day a later one; with its zone where the viewer's clock shows another time. */
export function formatUntil(moment: Moment, zone: string, now: Moment): string {
  const time = formatCardTime(moment, zone);
  const isNext = clockOf(moment, zone) - clockOf(now, zone) < DAY_MILLISECONDS;
  const said = isNext ? time : `${time} on ${formatShiftDay(moment, zone)}`;
  const name = foreignZoneName(moment, zone);
  return name === null ? said : `${said} ${name}`;
}

/** How long it really is, also when clocks change: `11 h`, `5 h 30 min`, `6 days 23 h`. It stays on one line. */
export function formatLength({ startsAt, endsAt }: Span): string {
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MILLISECONDS);
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const days = hours < COUNTED_IN_DAYS ? 0 : Math.floor(hours / HOURS_PER_DAY);
  const counts = [
    [days, 'days'],
    [hours - days * HOURS_PER_DAY, 'h'],
    [minutes % MINUTES_PER_HOUR, 'min'],
  ] as const;
  return counts.flatMap(([count, unit]) => (count === 0 ? [] : `${count}\u00a0${unit}`)).join('\u00a0');
}

interface ShiftOfLine extends Span {
  readonly serviceLineId: number;
  readonly serviceLineName: string;
  readonly scheduleName: string;
}

/** What else a person is planned for at some of a shift's time: other lines, and other call schedules of the same line. */
export function besides(shift: ShiftOfLine, all: readonly ShiftOfLine[]): readonly string[] {
  const overlapping = all.filter(
    (other) =>
      other !== shift &&
      Date.parse(other.startsAt) < Date.parse(shift.endsAt) &&
      Date.parse(other.endsAt) > Date.parse(shift.startsAt),
  );
  const names = overlapping.map((other) =>
    other.serviceLineId === shift.serviceLineId ? other.scheduleName : other.serviceLineName,
  );
  return [...new Set(names)];
}

/** The calendar week of a moment, from Monday on: a key that is the same for all of it, and its name. */
export function weekOf(moment: Moment, zone: string, now: Moment): { key: string; name: string } {
  const monday = mondayOf(moment, zone);
  const weeksAhead = Math.round((monday - mondayOf(now, zone)) / (DAYS_PER_WEEK * DAY_MILLISECONDS));
  const name = ['This Week', 'Next Week'][weeksAhead] ?? `Week of ${formatMonthDay(monday, 'UTC')}`;
  return { key: String(monday), name };
}

/** The first day of the week, as midnight UTC. */
function mondayOf(moment: Moment, zone: string): number {
  const day = Date.parse(dayOf(moment, zone));
  const daysSinceMonday = (new Date(day).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  return day - daysSinceMonday * DAY_MILLISECONDS;
}

/** What the clocks of a zone show, as if they were those of UTC. */
function clockOf(moment: Moment, zone: string): number {
  const { year, month, day, hour, minute } = wallClockAt(moment, zone);
  return Date.UTC(year, month - 1, day, hour, minute);
}
