import type { ConsultSort, LocationRead, SearchConsults, StateFilter, TransferFilter } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import type { WorklistMode } from './mode';

/** The filter and sort of the list, with ids of service lines and locations; none means all. */
export interface WorklistFilter {
  readonly sort: ConsultSort;
  readonly serviceLines: readonly number[];
  readonly locations: readonly number[];
  readonly state: StateFilter;
  readonly searchString: string;
  /** Limits locations to the favorites; if none is chosen, all favorites apply. */
  readonly usingFavorites: boolean;
  /** The user's favorites as last loaded; used only with the flag above. */
  readonly favorites: readonly number[];
  /** With no location chosen, true limits the list to what concerns the user and false shows everything the user may view. */
  readonly assignedLocationsToggleOn: boolean;
  /** How many groups (service lines, locations, state, search) differ from the default; shown on the filter control. */
  readonly count: number;
}

/** Virtual and bedside users request the same waiting consults by different state names; transfers use one for all users. */
export function pendingFor({ isVirtual }: Me, mode: WorklistMode = 'consult'): StateFilter {
  return isVirtual || mode === 'transfer' ? 'pending' : 'new';
}

/** The default sort for a state: closed consults are sorted newest first. */
function defaultSort(state: StateFilter, mode: WorklistMode): ConsultSort {
  if (state !== 'pending' && state !== 'new') return 'newestFirst';
  return mode === 'transfer' ? 'oldestFirst' : 'priorityHighToLow';
}

/** The filter with another state, and with its default sort unless the user chose another. */
export function withState(filter: WorklistFilter, state: StateFilter, mode: WorklistMode): WorklistFilter {
  const isDefault = filter.sort === defaultSort(filter.state, mode);
  return { ...filter, state, sort: isDefault ? defaultSort(state, mode) : filter.sort };
}

export function defaultFilter(me: Me, mode: WorklistMode = 'consult'): WorklistFilter {
  return {
    sort: defaultSort(pendingFor(me, mode), mode),
    serviceLines: [],
    locations: [],
    state: pendingFor(me, mode),
    searchString: '',
    usingFavorites: false,
    favorites: [],
    assignedLocationsToggleOn: true,
    count: 0,
  };
}

/** The filter with these changes, its text trimmed and its groups recounted. */
export function changeFilter(
  filter: WorklistFilter,
  change: Partial<WorklistFilter>,
  me: Me,
  mode: WorklistMode = 'consult',
): WorklistFilter {
  const next = { ...filter, ...change };
  const searchString = next.searchString.trim();
  const differing = [
    next.serviceLines.length > 0,
    locationsOf(next).length > 0 || !next.assignedLocationsToggleOn,
    next.state !== pendingFor(me, mode),
    searchString !== '',
  ];
  return { ...next, searchString, count: differing.filter(Boolean).length };
}

/** The locations that the list is limited to; none means no limit. */
export function locationsOf({ locations, usingFavorites, favorites }: WorklistFilter): readonly number[] {
  return locations.length === 0 && usingFavorites ? favorites : locations;
}

/** The filter without chosen locations that no longer exist or are not visible to this user; unchanged until the locations are loaded. */
export function withListed(filter: WorklistFilter, listed: readonly LocationRead[] | undefined): WorklistFilter {
  if (listed === undefined) return filter;
  const ids = new Set(listed.map(({ id }) => id));
  return { ...filter, locations: filter.locations.filter((id) => ids.has(id)) };
}

/** The filter with the current favorites; without any, it is no longer limited to them. */
export function withFavorites(
  filter: WorklistFilter,
  favorites: readonly number[],
  me: Me,
  mode: WorklistMode,
): WorklistFilter {
  const locations = filter.locations.filter((id) => favorites.includes(id));
  return changeFilter(filter, { favorites, locations, usingFavorites: favorites.length > 0 }, me, mode);
}

/** Filter and sort in the form that both endpoints accept: pages, and cards by id. */
export function searchOf(filter: WorklistFilter): Pick<Required<SearchConsults>, 'filter' | 'sort'> {
  return {
    sort: filter.sort,
    filter: {
      serviceLines: [...filter.serviceLines],
      locations: [...locationsOf(filter)],
      state: filter.state,
      searchString: filter.searchString,
      assignedLocationsToggleOn: filter.assignedLocationsToggleOn,
    },
  };
}

/** The filter of the transfer search, which has no cancelled transfers and one state name for waiting ones. */
export function transferFilterOf(filter: WorklistFilter): Required<TransferFilter> {
  const { state, sort, searchString, usingFavorites, count } = filter;
  return {
    sort,
    serviceLines: [...filter.serviceLines],
    locations: [...locationsOf(filter)],
    state: state === 'completed' || state === 'all' ? state : 'pending',
    searchString,
    usingFavorites,
    count,
  };
}
