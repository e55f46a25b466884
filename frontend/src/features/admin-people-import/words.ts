import type { DifferenceRead, ImportCheck } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';

/** The places of a person's document, as the columns of a file are called. */
const PLACES: Readonly<Record<string, string>> = {
  first_name: 'First Name',
  last_name: 'Last Name',
  phone: 'Phone',
  medipac_id: 'Medipac ID',
  roles: 'Roles',
  organizations: 'Organizations',
  locations: 'Units',
  'service_lines.member': 'Lines',
  'service_lines.active': 'On Call Lines',
  'service_lines.requestable': 'Request Lines',
  service_lines: 'Lines',
  subject: 'Subject',
  active: 'Active',
};

/** What a row changes about a person. */
export function differenceInWords({ place, before, after }: DifferenceRead): string {
  const name = PLACES[place] ?? place;
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, now] = [listOf(before), listOf(after)];
    const gone = old.filter((each) => !now.includes(each)).map((each) => `− ${each}`);
    const added = now.filter((each) => !old.includes(each)).map((each) => `+ ${each}`);
    return `${name}: ${[...gone, ...added].join(', ') || 'another order'}`;
  }
  return `${name}: ${valueInWords(place, before)} → ${valueInWords(place, after)}`;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** What is active is not said in a document. */
function valueInWords(place: string, value: unknown): string {
  if (place === 'active') return value === false ? 'no' : 'yes';
  if (value === null || value === undefined) return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What the button does: "Import 24 New and 3 Changed People". */
export function importLabel({ counts }: ImportCheck): string {
  const count = (state: string) => counts.find((each) => each.state === state)?.count ?? 0;
  const total = count('new') + count('changed');
  return total === 1 ? 'Import 1 Person' : `Import ${total.toLocaleString('en-US')} People`;
}

export function writtenBy({ counts }: Pick<ImportCheck, 'counts'>): number {
  return counts.reduce((sum, { state, count }) => (state === 'new' || state === 'changed' ? sum + count : sum), 0);
}

export function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}

export function days(count: number): string {
  return pluralize(count, 'day');
}
