import type { ConsultSort, SearchConsults, StateFilter } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

/** What the list is limited to and how it is ordered; ids of service lines and locations, none meaning all. */
export interface WorklistFilter {
  readonly sort: ConsultSort;
  readonly serviceLines: readonly number[];
  readonly locations: readonly number[];
  readonly state: StateFilter;
  readonly searchString: string;
  readonly usingFavorites: boolean;
  /** With no location chosen, true keeps the list to what concerns the user and false shows all that the user may view. */
  readonly assignedLocationsToggleOn: boolean;
  /** How many groups (service lines, locations, state, search) differ from the default; shown on the filter control. */
  readonly count: number;
}

/** Virtual and bedside users ask for the same waiting consults by different words. */
export function pendingFor({ isVirtual }: Me): StateFilter {
  return isVirtual ? 'pending' : 'new';
}

export function defaultFilter(me: Me): WorklistFilter {
  return {
    sort: 'priorityHighToLow',
    serviceLines: [],
    locations: [],
    state: pendingFor(me),
    searchString: '',
    usingFavorites: false,
    assignedLocationsToggleOn: true,
    count: 0,
  };
}

/** The filter with some of it changed, its text trimmed and its groups counted anew. */
export function changeFilter(filter: WorklistFilter, change: Partial<WorklistFilter>, me: Me): WorklistFilter {
  const next = { ...filter, ...change };
  const searchString = next.searchString.trim();
  const differing = [
    next.serviceLines.length > 0,
    next.locations.length > 0,
    next.state !== pendingFor(me),
    searchString !== '',
  ];
  return { ...next, searchString, count: differing.filter(Boolean).length };
}

/** The body of the search call without its page. */
export function searchOf(filter: WorklistFilter): Pick<Required<SearchConsults>, 'filter' | 'sort'> {
  return {
    sort: filter.sort,
    filter: {
      serviceLines: [...filter.serviceLines],
      locations: [...filter.locations],
      state: filter.state,
      searchString: filter.searchString,
      assignedLocationsToggleOn: filter.assignedLocationsToggleOn,
    },
  };
}
