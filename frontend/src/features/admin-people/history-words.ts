import type { DifferenceRead, PeopleChoices } from '@/api/generated/types.gen';
import { formatDay } from '@/shared/lib/dates';
import { differenceInWords, plainInWords } from '@/versions/difference-words';

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

/** Units and lines are named by their codes, as in a file. */
export function personDifference(difference: DifferenceRead, { states }: PeopleChoices): string {
  if (difference.place === 'active') return difference.after === false ? 'Deactivated' : 'Reactivated';
  return differenceInWords(difference, { labels, inWords: (value) => wordsOf(value, states) });
}

type States = PeopleChoices['states'];

function wordsOf(value: unknown, states: States): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainInWords(value);
  const fields = new Map<string, unknown>(Object.entries(value));
  const state = fields.get('state');
  if (typeof state === 'string') return licenseInWords(state, fields.get('until'), states);
  return [...fields].map(([name, each]) => `${lineRights[name] ?? name}: ${plainInWords(each)}`).join('; ');
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
