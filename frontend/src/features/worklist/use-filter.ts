import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { favoriteLocationsQuery } from '@/session/locations';
import { useMe } from '@/session/me';

import { changeFilter, type WorklistFilter } from './filter';
import { appliedFilters, shownFilter } from './saved-filter';
import type { WorklistMode } from './mode';
import { activeLocationsQuery, listKey } from './queries';

export interface AppliedFilter {
  readonly filter: WorklistFilter;
  /** Reloads the list from its first page, even if the filter is unchanged. */
  readonly apply: (change: Partial<WorklistFilter>) => void;
  /** Resets to the default filter and its first page. */
  readonly reset: () => void;
}

/** The applied filter of the signed-in user's list. If limited to favorites, it follows their changes. */
export function useWorklistFilter(mode: WorklistMode): AppliedFilter {
  const me = useMe();
  const queryClient = useQueryClient();
  const applied = useSyncExternalStore(appliedFilters.subscribe, () => appliedFilters.read(me.id));
  const saved = applied[mode];
  const { data: favorites } = useQuery({ ...favoriteLocationsQuery, enabled: saved?.usingFavorites === true });
  const choosesLocations = saved !== null && saved.locations.length > 0;
  const { data: locations } = useQuery({ ...activeLocationsQuery, enabled: choosesLocations });
  const shown = useCallback(
    (stored: WorklistFilter | null) => shownFilter(stored, me, mode, { locations, favorites }),
    [favorites, locations, me, mode],
  );
  const filter = useMemo(() => shown(saved), [shown, saved]);
  const write = (next: WorklistFilter | null) => {
    appliedFilters.write(me.id, { ...appliedFilters.read(me.id), [mode]: next });
    void queryClient.resetQueries({ queryKey: listKey(shown(next), mode), exact: true });
  };
  return {
    filter,
    apply: (change) => write(changeFilter(filter, change, me, mode)),
    reset: () => write(null),
  };
}
