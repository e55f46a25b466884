import type { LocationRead } from '@/api/generated/types.gen';
import { containsWords } from '@/shared/lib/word-filter';

import type { FacilityChoice } from './wizard-data';

/** A facility with its units: one tile of the first step. */
export interface Facility extends FacilityChoice {
  readonly key: string;
  readonly units: readonly LocationRead[];
  readonly favorite: boolean;
}

/** One entry for each facility: favorites first, then by name. */
export function facilitiesOf(locations: readonly LocationRead[], favoriteIds: ReadonlySet<number>): Facility[] {
  const groups = new Map<string, LocationRead[]>();
  for (const unit of locations) {
    const key = `${unit.organizationsId}/${unit.facilityName}`;
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  const facilities = [...groups].flatMap(([key, units]) => {
    const [first] = units;
    if (first === undefined) return [];
    const favorite = units.some((unit) => favoriteIds.has(unit.id));
    return [{ key, organizationId: first.organizationsId, facilityName: first.facilityName, units, favorite }];
  });
  return facilities.sort(
    (one, other) => Number(other.favorite) - Number(one.favorite) || one.facilityName.localeCompare(other.facilityName),
  );
}

/** True if the names of the facility and its units contain every word of the filter. */
export function matchesFilter(facility: Facility, filter: string): boolean {
  const names = [
    facility.facilityName,
    ...facility.units.flatMap((unit) => [unit.displayName, unit.unit, unit.orgFacilityLocTypeSearch]),
  ];
  return containsWords(names.join(' '), filter);
}

export function unitsOf(locations: readonly LocationRead[], choice: FacilityChoice): LocationRead[] {
  return locations.filter(
    (unit) => unit.organizationsId === choice.organizationId && unit.facilityName === choice.facilityName,
  );
}
