/** The zone of the planned nights, whose clocks change in spring and in autumn. */
export const ZONE = 'America/Chicago';

const DAY_MILLISECONDS = 86_400_000;
/** More days than from one change to the next. */
const UNTIL_CHANGE = 260;
/** As of when the tests begin, so that midnight changes nothing. */
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now());

/** From 7:00pm on a day until 7:00am on the next one. */
export interface Night {
  readonly day: string;
  readonly morning: string;
}

/** The night that begins so many days from today. */
export function nightAfter(days: number): Night {
  return { day: daysAfter(TODAY, days), morning: daysAfter(TODAY, days + 1) };
}

/** The next night in which clocks change, which makes it an hour shorter or longer, and those before and after it. */
export function nightsAroundChange(): Record<'before' | 'change' | 'after', Night> {
  for (let days = 2; days < UNTIL_CHANGE; days += 1) {
    const change = nightAfter(days);
    if (zoneName(change.day) !== zoneName(change.morning))
      return { before: nightAfter(days - 1), change, after: nightAfter(days + 1) };
  }
  throw new Error(`Clocks do not change in ${ZONE}.`);
}

function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** `Mon, Nov 30` as the planner shows it, which adds the year to days of another one. */
export function dayPattern(day: string): string {
  return `${partOf(day, { weekday: 'short' })}, ${monthDay(day)}(, \\d{4})?`;
}

/** `Mon Nov 30, 7:00pm`, as specialists' shifts show it. */
export function shiftBegin({ day }: Night): string {
  return `${partOf(day, { weekday: 'short' })} ${monthDay(day)}, 7:00pm`;
}

const monthDay = (day: string) => partOf(day, { month: 'short', day: 'numeric' });

function partOf(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(Date.parse(day));
}

/** `CST` or `CDT`, in the middle of a day. */
export function zoneName(day: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'short' });
  return parts.formatToParts(Date.parse(`${day}T18:00Z`)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** `11/30/2026`, as it is typed. */
export function typedDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year}`;
}
