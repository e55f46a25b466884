import { messages } from '@/api/contract/messages.gen';
import type { Checked } from '@/api/form-contract';
import type { AccessChoices, CheckAccess, CheckedAction, CheckedObject } from '@/api/generated/types.gen';
import type { PageSearch } from '@/shared/lib/search-params';
import { momentError } from '@/shared/lib/typed-time';
import { serverNow } from '@/shared/lib/server-clock';

export type When = 'now' | 'later';

/** The form's values; blank text means unanswered. */
export interface QuestionValues {
  personId: number | '';
  action: string;
  consult: string;
  locationId: number | '';
  serviceLineId: number | '';
  organizationId: number | '';
  when: When;
  at: string;
}

type Part = 'consult' | 'locationId' | 'serviceLineId' | 'organizationId';

const PARTS: Readonly<Record<CheckedObject, readonly Part[]>> = {
  nothing: [],
  consult: ['consult'],
  location: ['locationId'],
  line: ['serviceLineId'],
  locationAndLine: ['locationId', 'serviceLineId'],
  organization: ['organizationId'],
};
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const NO_CONSULT = "Paste the consult's link, or the ID in it.";
const HOUR = 3_600_000;

/** What an action is about, besides the person. */
export function partsOf(action: string, { actions }: AccessChoices): readonly Part[] {
  const chosen = actions.find((each) => each.action === action);
  return chosen === undefined ? [] : PARTS[chosen.about];
}

/** Whether the answer depends on opening hours. */
export function dependsOnTime(action: string): boolean {
  return action === ('requestConsult' satisfies CheckedAction);
}

/** What the form shows at first: what the address says. */
export function valuesOf(search: PageSearch): QuestionValues {
  return {
    personId: idIn(search.person),
    action: search.action ?? '',
    consult: search.consult ?? '',
    locationId: idIn(search.location),
    serviceLineId: idIn(search.line),
    organizationId: idIn(search.organization),
    when: search.at === undefined ? 'now' : 'later',
    at: search.at ?? new Date(Math.ceil(serverNow() / HOUR) * HOUR).toISOString(),
  };
}

function idIn(text: string | undefined): number | '' {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : '';
}

/** The address of a question, with ids only. */
export function searchOf(values: QuestionValues, choices: AccessChoices): PageSearch {
  const { personId, action, consult, locationId, serviceLineId, organizationId, when, at } = values;
  const parts = partsOf(action, choices);
  const consultId = UUID.exec(consult)?.[0].toLowerCase();
  return {
    person: String(personId),
    action,
    ...(parts.includes('consult') && consultId !== undefined && { consult: consultId }),
    ...(parts.includes('locationId') && { location: String(locationId) }),
    ...(parts.includes('serviceLineId') && { line: String(serviceLineId) }),
    ...(parts.includes('organizationId') && { organization: String(organizationId) }),
    ...(dependsOnTime(action) && when === 'later' && { at }),
  };
}

/** The question of an address; null if it is incomplete. */
export function questionOf(search: PageSearch, choices: AccessChoices): CheckAccess | null {
  const values = valuesOf(search);
  const { personId, locationId, serviceLineId, organizationId } = values;
  const action = choices.actions.find((each) => each.action === values.action)?.action;
  if (action === undefined || personId === '' || checkQuestion(values, choices).errors.size > 0) return null;
  return {
    personId,
    action,
    ...(search.consult !== undefined && { consultId: search.consult }),
    ...(locationId !== '' && { locationId }),
    ...(serviceLineId !== '' && { serviceLineId }),
    ...(organizationId !== '' && { organizationId }),
    ...(search.at !== undefined && { at: search.at }),
  };
}

/** What the server cannot say, because it would not understand the question. */
export function checkQuestion(values: QuestionValues, choices: AccessChoices): Pick<Checked, 'data' | 'errors'> {
  const errors = new Map<string, string>();
  if (values.personId === '') errors.set('personId', messages.REQUIRED);
  if (!choices.actions.some(({ action }) => action === values.action)) errors.set('action', messages.REQUIRED);
  for (const part of partsOf(values.action, choices)) {
    if (values[part] === '') errors.set(part, messages.REQUIRED);
    else if (part === 'consult' && !UUID.test(values.consult)) errors.set(part, NO_CONSULT);
  }
  const problem = values.at === '' ? messages.REQUIRED : momentError(values.at);
  if (dependsOnTime(values.action) && values.when === 'later' && problem !== null) errors.set('at', problem);
  return { data: { ...values }, errors };
}
