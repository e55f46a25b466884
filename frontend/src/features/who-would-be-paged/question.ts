import { messages } from '@/api/contract/messages.gen';
import type { Checked } from '@/api/form-contract';
import type { ForecastChoices, GetPageForecastData } from '@/api/generated/types.gen';
import type { ForecastSearch } from '@/shared/lib/search-params';
import { serverNow } from '@/shared/lib/server-clock';
import { momentError } from '@/shared/lib/typed-time';

/** What is asked; without `at`, about now. */
export type Question = GetPageForecastData['query'];

export const PRIORITIES = ['critical', 'urgent', 'routine'] as const;

export type When = 'now' | 'later';

/** The form's values; blank text means unanswered. */
export interface QuestionValues {
  serviceLineId: number | '';
  locationId: number | '';
  priority: string;
  when: When;
  at: string;
}

const HOUR = 3_600_000;

/** What the form shows at first: what was asked, or the first of each. */
export function valuesOf(search: ForecastSearch, choices: ForecastChoices): QuestionValues {
  const { line, location, priority, at } = search;
  const chosen = oneOf(choices.lines, ({ id }) => String(id) === line);
  return {
    serviceLineId: chosen?.id ?? '',
    locationId: oneOf(chosen?.locationIds ?? [], (id) => String(id) === location) ?? '',
    priority: oneOf(chosen?.priorities ?? [], (name) => name === priority) ?? '',
    when: at === undefined ? 'now' : 'later',
    at: at ?? nextHour(),
  };
}

/** The one that was asked about, or else the first. */
function oneOf<T>(offered: readonly T[], isAsked: (each: T) => boolean): T | undefined {
  return offered.find(isAsked) ?? offered[0];
}

/** The question of a URL; null if it is incomplete, or about what the user may not ask. */
export function questionOf(search: ForecastSearch, choices: ForecastChoices): Question | null {
  if (search.line === undefined || search.location === undefined || search.priority === undefined) return null;
  const line = choices.lines.find(({ id }) => String(id) === search.line);
  const locationId = line?.locationIds.find((id) => String(id) === search.location);
  const priority = PRIORITIES.find((name) => name === search.priority && line?.priorities.includes(name));
  if (line === undefined || locationId === undefined || priority === undefined) return null;
  return { serviceLineId: line.id, locationId, priority, ...(search.at !== undefined && { at: search.at }) };
}

export function searchOf({ serviceLineId, locationId, priority, when, at }: QuestionValues): ForecastSearch {
  const asked = { line: String(serviceLineId), location: String(locationId), priority };
  return when === 'later' ? { ...asked, at } : asked;
}

/** What the server cannot say, because it would not understand the question. */
export function checkQuestion(values: QuestionValues, { lines }: ForecastChoices): Pick<Checked, 'data' | 'errors'> {
  const line = lines.find(({ id }) => id === values.serviceLineId);
  const errors = new Map<string, string>();
  if (line === undefined) errors.set('serviceLineId', messages.REQUIRED);
  if (line?.locationIds.includes(Number(values.locationId)) !== true) errors.set('locationId', messages.REQUIRED);
  if (line?.priorities.includes(values.priority) !== true) errors.set('priority', messages.REQUIRED);
  const problem = values.at === '' ? messages.REQUIRED : momentError(values.at);
  if (values.when === 'later' && problem !== null) errors.set('at', problem);
  return { data: { ...values }, errors };
}

/** A time to start from, so that a time of day that is typed alone is not taken for one that has passed. */
function nextHour(): string {
  return new Date(Math.ceil(serverNow() / HOUR) * HOUR).toISOString();
}
