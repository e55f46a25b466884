import { addDays, type Day, daysFrom, daysOfMonth, firstOfMonth, isDay } from './days';
import { type Scale, scaleOf } from './scale';
import { dateInWords } from './words';

/** How the plan is shown: 14 days or a month as bars, or 14 days as a list. */
export type View = 'days' | 'month' | 'list';

export interface Period {
  readonly view: View;
  readonly days: readonly Day[];
  /** The first day of the period before and after this one. */
  readonly previous: Day;
  readonly next: Day;
  /** When the days begin in a zone. */
  readonly scaleIn: (zone: string) => Scale;
}

const FORTNIGHT = 14;
const HOUR_MILLISECONDS = 3_600_000;
/** The zones farthest from UTC: a day begins so many hours before and after it does there. */
const [EARLIEST, LATEST] = [-14, 12];

export function viewOf(text: string | undefined): View {
  return text === 'month' || text === 'list' ? text : 'days';
}

/** Without a first day, bars begin yesterday, because last night's shift may still run, and a list, which is read from its top, begins today. */
export function periodOf(view: View, from: string | undefined, today: Day, isList: boolean): Period {
  if (view === 'month') {
    const first = firstOfMonth(isDay(from) ? from : today);
    const [previous, next] = [firstOfMonth(first, -1), firstOfMonth(first, 1)];
    return { view, previous, next, ...calendarOf(daysOfMonth(first)) };
  }
  const first = isDay(from) ? from : isList ? today : addDays(today, -1);
  const [previous, next] = [addDays(first, -FORTNIGHT), addDays(first, FORTNIGHT)];
  return { view, previous, next, ...calendarOf(daysFrom(first, FORTNIGHT)) };
}

/** Each zone's scale is computed once, because a hundred schedules may share it. */
function calendarOf(days: readonly Day[]): Pick<Period, 'days' | 'scaleIn'> {
  const scales = new Map<string, Scale>();
  const scaleIn = (zone: string) => {
    const scale = scales.get(zone) ?? scaleOf(days, zone);
    scales.set(zone, scale);
    return scale;
  };
  return { days, scaleIn };
}

/** `Nov 30 to Dec 13` */
export function periodInWords({ days }: Period): string {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return `${dateInWords(first)} to ${dateInWords(last)}`;
}

/** From when until when the server is asked, so that the days are complete in every zone. */
export function windowOf({ days }: Period): { from: string; until: string } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const at = (day: Day, hours: number) => new Date(Date.parse(day) + hours * HOUR_MILLISECONDS).toISOString();
  return { from: at(first, EARLIEST), until: at(addDays(last, 1), LATEST) };
}
