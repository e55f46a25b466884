import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { memo, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';

import { favoriteLocationsQuery, myLocationsQuery } from '@/session/locations';
import { useSearchText } from '@/shared/hooks/use-search-text';
import { EmptyState } from '@/shared/ui/empty-state';
import { SearchField } from '@/shared/ui/search-field';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';

import { facilitiesOf, type Facility, matchesFilter } from './facilities';
import { ServerError } from './server-error';
import { StepFrame } from './step-frame';
import { stepPaths } from './steps';
import { Tile, TileDetail, TileGrid } from './tiles';
import { useWizard } from './wizard-store';

/** Step 1: the facility. */
export function LocationStep() {
  useFreshStart();
  return (
    <StepFrame heading="Where is your patient located?">
      <FacilityChoices />
    </StepFrame>
  );
}

function FacilityChoices() {
  const { typed, setTyped, text } = useSearchText();
  const locations = useQuery(myLocationsQuery);
  const favorites = useQuery(favoriteLocationsQuery);
  const facilities = useMemo(
    () => facilitiesOf(locations.data ?? [], new Set(favorites.data)),
    [locations.data, favorites.data],
  );
  const filter = useDeferredValue(text);
  const problem = locations.isError && (
    <ServerError onRetry={() => void locations.refetch()} retrying={locations.isFetching} />
  );
  // Favorites determine the order, so tiles wait for them; if they fail to load, the list is sorted by name only.
  if (locations.data === undefined || favorites.isPending) {
    return problem === false ? <SkeletonCards label="Loading locations" /> : problem;
  }
  return (
    <>
      {problem}
      <SearchField placeholder="Filter locations" value={typed} onChange={setTyped} />
      <FacilityTiles facilities={facilities} filter={filter} />
    </>
  );
}

interface FacilityTilesProps {
  facilities: readonly Facility[];
  filter: string;
}

/** Rendered at low priority, so that hundreds of tiles do not slow down typing. */
const FacilityTiles = memo(function FacilityTiles({ facilities, filter }: FacilityTilesProps) {
  const choose = useChooseFacility();
  const shown = facilities.filter((facility) => matchesFilter(facility, filter));
  if (shown.length === 0) {
    return (
      <EmptyState icon="building" title="No Locations Found">
        Try entering locations by their full name. Your location may not support TeleConsults at this time.
      </EmptyState>
    );
  }
  return (
    <TileGrid label="Locations" columns={[2, 3]} items={shown}>
      {(facility) => <FacilityTile key={facility.key} facility={facility} onChoose={choose} />}
    </TileGrid>
  );
});

interface FacilityTileProps {
  facility: Facility;
  onChoose: (facility: Facility) => void;
}

const FacilityTile = memo(function FacilityTile({ facility, onChoose }: FacilityTileProps) {
  return (
    <Tile name={facility.facilityName} onChoose={() => onChoose(facility)}>
      <TileDetail>{facility.units.length === 1 ? '1 unit' : `${facility.units.length} units`}</TileDetail>
      {facility.favorite && <StatusBadge tone="accent">Favorite</StatusBadge>}
    </Tile>
  );
});

function useChooseFacility() {
  const wizard = useWizard();
  const navigate = useNavigate();
  return useCallback(
    ({ organizationId, facilityName }: Facility) => {
      const { facility } = wizard.read();
      const same = facility?.organizationId === organizationId && facility.facilityName === facilityName;
      if (!same) wizard.clear();
      wizard.update({ facility: { organizationId, facilityName } });
      void navigate({ to: stepPaths.patient });
    },
    [wizard, navigate],
  );
}

/** A user who arrives from anywhere except the patient step starts over; reloading this page does not count. */
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
