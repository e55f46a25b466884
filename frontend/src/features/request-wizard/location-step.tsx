import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { EmptyState } from '@/shared/ui/empty-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';

import { facilitiesOf, type Facility, matchesFilter } from './facilities';
import { favouriteLocations, myLocations } from './queries';
import { SearchField, useSearchText } from './search-field';
import { ServerTrouble } from './server-trouble';
import { StepFrame } from './step-frame';
import { stepPaths } from './steps';
import { Tile, TileDetail, TileGrid } from './tiles';
import { useWizard } from './wizard-store';

/** Step 1: the facility. */
export function LocationStep() {
  const wizard = useWizard();
  const navigate = useNavigate();
  useFreshStart();
  const choose = ({ organizationId, facilityName }: Facility) => {
    const { facility } = wizard.data;
    const same = facility?.organizationId === organizationId && facility.facilityName === facilityName;
    if (!same) wizard.clear();
    wizard.update({ facility: { organizationId, facilityName } });
    void navigate({ to: stepPaths.patient });
  };
  return (
    <StepFrame heading="Where is your patient located?">
      <FacilityChoices onChoose={choose} />
    </StepFrame>
  );
}

function FacilityChoices({ onChoose }: { onChoose: (facility: Facility) => void }) {
  const { typed, setTyped, text } = useSearchText();
  const locations = useQuery(myLocations);
  const favourites = useQuery(favouriteLocations);
  const trouble = locations.isError && (
    <ServerTrouble onRetry={() => void locations.refetch()} retrying={locations.isFetching} />
  );
  // Favourites decide the order, so tiles wait for them; where they fail the list is simply in the order of names.
  if (locations.data === undefined || favourites.isPending) {
    return trouble === false ? <SkeletonCards label="Loading locations" /> : trouble;
  }
  const favouriteIds = new Set(favourites.data?.map((favourite) => favourite.locationId));
  const shown = facilitiesOf(locations.data, favouriteIds).filter((facility) => matchesFilter(facility, text));
  return (
    <>
      {trouble}
      <SearchField label="Filter locations" value={typed} onChange={setTyped} />
      {shown.length === 0 ? (
        <EmptyState icon="building" title="No Locations Found">
          Try entering locations by their full name. Your location may not support TeleConsults at this time.
        </EmptyState>
      ) : (
        <TileGrid label="Locations" columns={[2, 3]}>
          {shown.map((facility) => (
            <Tile key={facility.key} name={facility.facilityName} onChoose={() => onChoose(facility)}>
              <TileDetail>{facility.units.length === 1 ? '1 unit' : `${facility.units.length} units`}</TileDetail>
              {facility.favourite && <StatusBadge tone="accent">Favorite</StatusBadge>}
            </Tile>
          ))}
        </TileGrid>
      )}
    </>
  );
}

/** Whoever comes from anywhere but the patient step begins anew; a reload of this page is no coming. */
function useFreshStart() {
  const router = useRouter();
  const [from] = useState(() => router.state.resolvedLocation?.pathname);
  const { clear } = useWizard();
  const begin = useEffectEvent(() => {
    if (from === undefined ? !wasReloaded() : from !== stepPaths.patient && from !== stepPaths.location) clear();
  });
  useEffect(() => begin(), []);
}

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type !== 'navigate';
}
