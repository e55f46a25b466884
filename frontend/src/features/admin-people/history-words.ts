import type { DifferenceRead, PeopleChoices } from '@/api/generated/types.gen';
import { formatDay } from '@/shared/lib/dates';

/** The places of a person's version, as labels. */
const labels: Readonly<Record<string, string>> = {
  active: 'Sign-in',
  first_name: 'First Name',
  last_name: 'Last Name',
  subject: 'Identifier at the Identity Provider',
  phone: 'Phone Number',
  medipac_id: 'Medipac ID',
  roles: 'Roles',
  organizations: 'Organizations',
  locations: 'Units',
  licenses: 'Licenses',
  service_lines: 'Service Lines',
  'service_lines.member': 'Service Lines, member',
  'service_lines.active': 'Service Lines, may go on call',
  'service_lines.requestable': 'Service Lines, may request',
};

/** `Units: added A, B; removed C`. Units and lines are named by their codes, as in a file. */
export function differenceInWords({ place, before, after }: DifferenceRead, { states }: PeopleChoices): string {
  const label = labels[place] ?? place;
  if (place === 'active') return after === false ? 'Deactivated' : 'Reactivated';
  if (place === 'service_lines') return `${label}: ${wordsOf(before, states)} → ${wordsOf(after, states)}`;
  if (Array.isArray(before) || Array.isArray(after))
    return `${label}: ${listInWords(itemsOf(before, states), itemsOf(after, states))}`;
  return `${label}: ${wordsOf(before, states)} → ${wordsOf(after, states)}`;
}

function listInWords(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  const parts = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return parts.length === 0 ? `now in the order ${after.join(', ')}` : parts.join('; ');
}

type States = PeopleChoices['states'];

function itemsOf(value: unknown, states: States): string[] {
  return Array.isArray(value) ? value.map((item) => wordsOf(item, states)) : [];
}

function wordsOf(value: unknown, states: States): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return itemsOf(value, states).join(', ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = new Map<string, unknown>(Object.entries(value));
  const state = fields.get('state');
  if (typeof state === 'string') return licenseInWords(state, fields.get('until'), states);
  return [...fields].map(([name, each]) => `${lineRights[name] ?? name}: ${wordsOf(each, states)}`).join('; ');
}

const lineRights: Readonly<Record<string, string>> = {
  member: 'member',
  active: 'may go on call',
  requestable: 'may request',
};

function licenseInWords(code: string, until: unknown, states: States): string {
  const name = states.find((state) => state.code === code)?.name ?? code;
  return typeof until === 'string' ? `${name} until ${formatDay(until)}` : name;
}
