import * as z from 'zod/mini';

import { choices } from '@/api/contract/choices.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';
import { createUserStore } from '@/drafts/user-store';

import { changeFilter, defaultFilter, type WorklistFilter, withListed } from './filter';
import { lineOptions, stateOptions } from './filter-options';
import type { WorklistMode } from './mode';

/** The applied filter of each list; null for the one as it is at first. */
export type AppliedFilters = Readonly<Record<WorklistMode, WorklistFilter | null>>;

const ids = z.array(z.int());
/** What is not a filter of this version is dropped. */
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

/** Outlives the panel, which a phone shows only between consults, and a reload; except for the name, which is a patient's. */
export const appliedFilters = createUserStore<AppliedFilters>({
  key: 'worklist-filter',
  version: 1,
  initial: { consult: null, transfer: null },
  schema: z.object({ consult: storedFilter, transfer: storedFilter }),
  partialize: ({ consult, transfer }) => ({ consult: withoutName(consult), transfer: withoutName(transfer) }),
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
