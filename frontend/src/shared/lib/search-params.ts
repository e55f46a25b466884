/** Query strings as URLSearchParams reads them: every value is text, so that `?cb=1` stays `?cb=1`. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? '' : `?${query}`;
}

/** A parameter's value, or undefined if it is missing or not text. */
export function textParam(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** All parameters that are text, for a page that interprets them itself. */
export function textParams(search: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(texts);
}

export interface ConsultSearch {
  view?: 'timeline';
  acknowledge?: '1';
}

/** On a phone, the timeline is a separate page, at `?view=timeline`. `?acknowledge=1` comes from a notification's button. */
export function consultSearch({ view, acknowledge }: Record<string, unknown>): ConsultSearch {
  return { ...(view === 'timeline' && { view }), ...(acknowledge === '1' && { acknowledge }) };
}

/** What is asked about whom a request would page: ids, a priority's name, and a moment (ISO 8601, UTC) unless it is about now. */
export interface ForecastSearch {
  line?: string;
  location?: string;
  priority?: string;
  at?: string;
}

export function forecastSearch({ line, location, priority, at }: Record<string, unknown>): ForecastSearch {
  return {
    ...(typeof line === 'string' && { line }),
    ...(typeof location === 'string' && { location }),
    ...(typeof priority === 'string' && { priority }),
    ...(typeof at === 'string' && { at }),
  };
}

/** What the planner's page shows; its page interprets the texts. */
export interface CallSchedulesSearch {
  /** The first day that is shown, yyyy-MM-dd. */
  from?: string;
  view?: string;
  /** The id of the only service line that is shown. */
  line?: string;
  /** The id of the call schedule that is being edited, or `new`. */
  edit?: string;
  /** The id of the call schedule that is being changed for a time. */
  change?: string;
}

export function callSchedulesSearch(search: Record<string, unknown>): CallSchedulesSearch {
  return {
    from: textParam(search.from),
    view: textParam(search.view),
    line: textParam(search.line),
    edit: textParam(search.edit),
    change: textParam(search.change),
  };
}

/** Which call schedule a page is about, by its id. */
export function scheduleSearch({ schedule }: Record<string, unknown>): { schedule?: string } {
  return typeof schedule === 'string' ? { schedule } : {};
}

/** For which line a shift has begun, by its id: the user has come from the notice that says so. */
export function beginSearch({ begin }: Record<string, unknown>): { begin?: string } {
  return typeof begin === 'string' ? { begin } : {};
}

/** The parameters of a page that interprets them itself. */
export type PageSearch = Readonly<Record<string, string | undefined>>;

export function pageSearch(search: Record<string, unknown>): PageSearch {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, textParam(value)]));
}

/** What the list of people is limited to; its page interprets the texts. */
export interface PeopleSearch {
  /** How names begin. */
  text?: string | undefined;
  state?: string | undefined;
  /** The state of invitations. */
  invitation?: string | undefined;
  /** The id of a role. */
  role?: string | undefined;
  /** The id of an organization. */
  organization?: string | undefined;
}
