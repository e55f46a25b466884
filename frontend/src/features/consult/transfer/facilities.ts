import { useQuery } from '@tanstack/react-query';

import type { FacilityFieldFlags, FacilityRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { protocolsOf } from '@/service-lines/base/protocols';
import { useMe } from '@/session/me';

import { facilitiesQuery } from './queries';

/** A facility that this user may ask. */
export interface FacilityOption {
  readonly facility: FacilityRead;
  /** What the location's protocols say about it, for example `LVO, 62.5 miles`; null if none names it. */
  readonly protocol: string | null;
  /** The patient is there now. */
  readonly isCurrent: boolean;
}

/**
 * The user's facilities with what each asks for now: those of the location's protocols by distance, then the others by name, and last
 * the one where the patient is.
 */
export function useFacilityOptions(consult: Pick<Consult, 'serviceLineId' | 'Encounter'>): readonly FacilityOption[] {
  const { preferredFacilities } = useMe();
  const { data = [] } = useQuery(facilitiesQuery());
  const current = new Map(data.map((facility) => [facility.id, facility]));
  return facilityOptions(
    preferredFacilities.map((facility) => current.get(facility.id) ?? facility),
    consult,
  );
}

export function facilityOptions(
  facilities: readonly FacilityRead[],
  consult: Pick<Consult, 'serviceLineId' | 'Encounter'>,
): readonly FacilityOption[] {
  const protocols = protocolsOf(consult);
  return facilities
    .map((facility) => {
      const named = protocols.filter(({ transferTo }) => transferTo === facility.facilityName);
      const miles = Math.min(...named.map(({ transferDistanceMiles }) => transferDistanceMiles));
      const purposes = named.map(({ transferFor }) => transferFor).join(' and ');
      const protocol = named.length === 0 ? null : `${purposes}, ${miles} miles`;
      return {
        facility,
        miles,
        protocol,
        isCurrent: facility.facilityName === consult.Encounter.location.facilityName,
      };
    })
    .sort(
      (one, other) =>
        Number(one.isCurrent) - Number(other.isCurrent) ||
        byDistance(one.miles, other.miles) ||
        byName(one.facility, other.facility),
    )
    .map(({ miles: _, ...option }) => option);
}

/** What the chosen facility asks for; null while none is chosen. */
export function flagsOf(options: readonly FacilityOption[], facilityId: unknown): FacilityFieldFlags | null {
  return options.find(({ facility }) => facility.id === facilityId)?.facility.fieldFlags ?? null;
}

/** Facilities without a distance, which is infinite, come last. */
function byDistance(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function byName(one: FacilityRead, other: FacilityRead): number {
  return one.facilityName.localeCompare(other.facilityName);
}
