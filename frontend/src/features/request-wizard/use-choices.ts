import { useQuery } from '@tanstack/react-query';

import type { LocationRead } from '@/api/generated/types.gen';
import { myLocationsQuery } from '@/session/locations';

import { unitsOf } from './facilities';
import { useWizardData } from './wizard-store';

export interface Choices {
  /** The units of the chosen facility; empty while they load. */
  readonly units: readonly LocationRead[];
  /** The unit where the patient is. */
  readonly unit: LocationRead | null;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The locations of the stored choices, from the server's current list. */
export function useChoices(): Choices {
  const facility = useWizardData((data) => data.facility);
  const unitId = useWizardData((data) => data.patient?.values.locationId);
  const locations = useQuery(myLocationsQuery);
  const units = facility === null ? [] : unitsOf(locations.data ?? [], facility);
  const unit = units.find(({ id }) => id === unitId) ?? null;
  const retry = () => void locations.refetch();
  return { units, unit, loading: locations.isPending, failed: locations.isError, retry };
}
