import { useQuery } from '@tanstack/react-query';

import type { LocationRead } from '@/api/generated/types.gen';

import { unitsOf } from './facilities';
import { myLocations } from './queries';
import { useWizard } from './wizard-store';

export interface Choices {
  /** The units of the chosen facility; empty while they load. */
  readonly units: readonly LocationRead[];
  /** The unit in which the patient is. */
  readonly unit: LocationRead | null;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** What the stored choices stand for, from the server's list as it is now. */
export function useChoices(): Choices {
  const { facility, patient } = useWizard().data;
  const locations = useQuery(myLocations);
  const units = facility === null ? [] : unitsOf(locations.data ?? [], facility);
  const unit = units.find(({ id }) => id === patient?.values.locationId) ?? null;
  const retry = () => void locations.refetch();
  return { units, unit, loading: locations.isPending, failed: locations.isError, retry };
}
