import * as z from 'zod/mini';

import { choices } from '@/api/contract/choices/consults.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';
import { createUserStore } from '@/drafts/user-store';

import { changeFilter, defaultFilter, type WorklistFilter, withFavorites, withListed } from './filter';
import { lineOptions, stateOptions } from './filter-options';
import type { WorklistMode } from './mode';

/** The applied filter of each list; null for the default. */
export type AppliedFilters = Readonly<Record<WorklistMode, WorklistFilter | null>>;

const ids = z.array(z.int());
/** Drops anything that is not a filter of this version. */
const storedFilter = z.catch(
  z.nullable(
    z.object({
      sort: z.enum(choices.ConsultSort.map(({ value }) => value)),
      state: z.enum(choices.StateFilter.map(({ value }) => value)),
      serviceLines: ids,
      locations: ids,
      favorites: ids,
      usingFavorites: z.boolean(),
      assignedLocationsToggleOn: z.boolean(),
      searchString: z._default(z.string(), ''),
      count: z._default(z.number(), 0),
    }),
  ),
  null,
);

/** Saves the filter across reloads and unmounts (a phone unmounts the panel while a consult is open), without the patient name searched for. */
export const appliedFilters = createUserStore<AppliedFilters>({
  key: 'worklist-filter',
  version: 1,
  initial: { consult: null, transfer: null },
  schema: z.object({ consult: storedFilter, transfer: storedFilter }),
  partialize: ({ consult, transfer }) => ({ consult: withoutName(consult), transfer: withoutName(transfer) }),
});

/**
 * A saved filter without options that are no longer available: the user's lines, visible locations and states may
 * have changed. The locations are unchanged until the available ones are loaded.
 */
function validFilter(
  saved: WorklistFilter,
  me: Me,
  mode: WorklistMode,
  locations: readonly LocationRead[] | undefined,
): WorklistFilter {
  const filter = withListed(saved, locations);
  const lines = lineOptions(me).map(({ value }) => value);
  const isOffered = stateOptions(me, mode).some(({ value }) => value === filter.state);
  const change = {
    serviceLines: filter.serviceLines.filter((id) => lines.includes(id)),
    ...(!isOffered && { state: defaultFilter(me, mode).state }),
  };
  return changeFilter(filter, change, me, mode);
}

/** The user's locations as far as they are loaded. */
interface KnownLocations {
  readonly locations?: readonly LocationRead[] | undefined;
  readonly favorites?: readonly number[] | undefined;
}

/** The filter as the list uses it; null stands for the default. */
export function shownFilter(
  saved: WorklistFilter | null,
  me: Me,
  mode: WorklistMode,
  { locations, favorites }: KnownLocations,
): WorklistFilter {
  if (saved === null) return defaultFilter(me, mode);
  const fitted = validFilter(saved, me, mode, locations);
  return saved.usingFavorites && favorites !== undefined ? withFavorites(fitted, favorites, me, mode) : fitted;
}

function withoutName(filter: WorklistFilter | null): WorklistFilter | null {
  return filter && { ...filter, searchString: '' };
}
