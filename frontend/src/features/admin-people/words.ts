import type { PeopleChoices } from '@/api/generated/types.gen';
import { formatDay } from '@/shared/lib/dates';

import type { FieldName, LicenseValues, PersonValues } from './person-values';

export const NOTHING = 'None';

/** One answer of a person, in words. */
export function answerInWords(field: FieldName, values: PersonValues, choices: PeopleChoices): string {
  switch (field) {
    case 'roleIds':
      return listed(named(values.roleIds, choices.roles));
    case 'organizationIds':
      return listed(named(values.organizationIds, choices.organizations));
    case 'locationIds':
      return listed(unitsInWords(values.locationIds, choices.units));
    case 'serviceLines':
      return listed(linesInWords(values.serviceLines, choices), '; ');
    case 'licenses':
      return listed(values.licenses.map((license) => licenseInWords(license, choices.states)));
    default:
      return values[field].trim() === '' ? NOTHING : values[field].trim();
  }
}

export function listed(words: readonly string[], separator = ', '): string {
  return words.length === 0 ? NOTHING : words.join(separator);
}

/** The names of these, in the order of their ids; who has lost access to one sees its number. */
export function named(ids: readonly number[], all: readonly { id: number; name: string }[]): string[] {
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? `No. ${id}`);
}

/** The units by facility, and only the facility if it is all of it. */
function unitsInWords(ids: readonly number[], units: PeopleChoices['units']): string[] {
  return facilitiesOf(units).flatMap(({ name, units: all }) => {
    const chosen = all.filter(({ id }) => ids.includes(id));
    if (chosen.length === 0) return [];
    if (chosen.length === all.length && all.length > 1) return [`all of ${name}`];
    return chosen.map(({ unit }) => `${name} ${unit}`);
  });
}

export interface FacilityUnits {
  readonly key: string;
  readonly name: string;
  readonly organizationId: number;
  readonly units: PeopleChoices['units'];
}

/** Units by facility, in their order. */
export function facilitiesOf(units: PeopleChoices['units']): FacilityUnits[] {
  const found = new Map<string, { name: string; organizationId: number; units: PeopleChoices['units'] }>();
  for (const unit of units) {
    const { organizationId, facilityName: name } = unit;
    const key = `${organizationId} ${name}`;
    const facility = found.get(key);
    if (facility === undefined) found.set(key, { name, organizationId, units: [unit] });
    else facility.units.push(unit);
  }
  return [...found].map(([key, facility]) => ({ key, ...facility }));
}

/** What a person may do with a service line. */
export const LINE_RIGHTS = [
  { name: 'memberIds', label: 'Member' },
  { name: 'activeIds', label: 'May go on call' },
  { name: 'requestableIds', label: 'May request' },
] as const;

function linesInWords(lines: PersonValues['serviceLines'], { serviceLines }: PeopleChoices): string[] {
  return serviceLines.flatMap(({ id, name }) => {
    const rights = LINE_RIGHTS.filter((right) => lines[right.name].includes(id)).map(({ label }) =>
      label.toLowerCase(),
    );
    return rights.length === 0 ? [] : [`${name} (${rights.join(', ')})`];
  });
}

function licenseInWords({ state, until }: LicenseValues, states: PeopleChoices['states']): string {
  const name = states.find(({ code }) => code === state)?.name ?? state;
  return until === null || until === '' ? name : `${name} until ${formatDay(until)}`;
}
