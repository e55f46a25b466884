import { choices } from '@/api/contract/choices.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';
import { PersonalStore } from '@/shared/lib/personal-store';

import { changeFilter, defaultFilter, type WorklistFilter, withListed } from './filter';
import { lineOptions, stateOptions } from './filter-options';
import type { WorklistMode } from './mode';

/** The applied filter of each list; null for the one as it is at first. */
export type AppliedFilters = Readonly<Record<WorklistMode, WorklistFilter | null>>;

/** Outlives the panel, which a phone shows only between consults, and a reload; but for the name, which is a patient's. */
export const appliedFilters = new PersonalStore<AppliedFilters>({
  key: 'worklist-filter',
  version: 1,
  initial: { consult: null, transfer: null },
  parse: (found) =>
    isRecord(found) ? { consult: readFilter(found.consult), transfer: readFilter(found.transfer) } : null,
  keep: ({ consult, transfer }) => ({ consult: withoutName(consult), transfer: withoutName(transfer) }),
});

/**
 * A kept filter as far as it still fits its user: their lines, the locations that they see and the states that they are offered may
 * have changed. The locations are left alone while those that there are, are not known.
 */
export function fitting(
  kept: WorklistFilter,
  me: Me,
  mode: WorklistMode,
  locations: readonly LocationRead[] | undefined,
): WorklistFilter {
  const filter = withListed(kept, locations);
  const lines = lineOptions(me).map(({ value }) => value);
  const isOffered = stateOptions(me, mode).some(({ value }) => value === filter.state);
  const change = {
    serviceLines: filter.serviceLines.filter((id) => lines.includes(id)),
    ...(!isOffered && { state: defaultFilter(me, mode).state }),
  };
  return changeFilter(filter, change, me, mode);
}

function withoutName(filter: WorklistFilter | null): WorklistFilter | null {
  return filter && { ...filter, searchString: '' };
}

function readFilter(found: unknown): WorklistFilter | null {
  if (!isRecord(found)) return null;
  const { sort, state, serviceLines, locations, favorites, usingFavorites, assignedLocationsToggleOn } = found;
  const kept = {
    sort: choices.ConsultSort.find(({ value }) => value === sort)?.value,
    state: choices.StateFilter.find(({ value }) => value === state)?.value,
  };
  if (kept.sort === undefined || kept.state === undefined) return null;
  if (!isIds(serviceLines) || !isIds(locations) || !isIds(favorites)) return null;
  if (typeof usingFavorites !== 'boolean' || typeof assignedLocationsToggleOn !== 'boolean') return null;
  return {
    sort: kept.sort,
    state: kept.state,
    serviceLines,
    locations,
    favorites,
    usingFavorites,
    assignedLocationsToggleOn,
    searchString: '',
    // Counted when it is fitted to its user.
    count: 0,
  };
}

function isIds(found: unknown): found is number[] {
  return Array.isArray(found) && found.every((id) => Number.isSafeInteger(id));
}

function isRecord(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === 'object' && found !== null;
}
