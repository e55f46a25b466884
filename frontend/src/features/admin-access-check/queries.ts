import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  checkAccess,
  findCheckableLocations,
  findCheckablePeople,
  listAccessChoices,
} from '@/api/generated/sdk/administration.gen';
import type { CheckAccess } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';

const INVALID = 400;
export const NOT_FOUND = 404;
/** Long enough for typing back and forth. */
const FRESH_MS = 30_000;

/** One of those that a search has found. */
export interface FoundOption {
  readonly value: number;
  readonly label: string;
  /** What tells it from others with the same label. */
  readonly detail: string;
}

/** By the beginnings of words, or the one with this id. */
export type FoundBy = { readonly name: string } | { readonly id: number };

/** What may be asked about. A failure is shown in its place. */
export const accessChoicesQuery = queryOptions({
  queryKey: ['access-choices'],
  queryFn: ({ signal }) => listAccessChoices({ signal, meta: { quiet: true } }),
  meta: { staleOn: ['me'] },
});

/** What can be searched for. */
export type Searched = 'people' | 'locations';

/** What a search on the server has found. */
export const foundQuery = (searched: Searched, by: FoundBy) =>
  queryOptions({
    queryKey: ['checkable', searched, by],
    queryFn: async ({ signal }) => FINDERS[searched](by, { signal, meta: { quiet: true } }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    meta: { staleOn: ['me'] },
  });

type CallOptions = Pick<Parameters<typeof findCheckablePeople>[0] & object, 'signal' | 'meta'>;

const FINDERS: Readonly<Record<Searched, (by: FoundBy, options: CallOptions) => Promise<readonly FoundOption[]>>> = {
  people: async (by, options) => {
    const query = 'id' in by ? { personId: by.id } : by;
    const { people } = await findCheckablePeople({ query, ...options });
    return people.map(({ id, username, active, ...name }) => ({
      value: id,
      label: fullName(name),
      detail: active ? username : `${username}, switched off`,
    }));
  },
  locations: async (by, options) => {
    const query = 'id' in by ? { locationId: by.id } : by;
    const { locations } = await findCheckableLocations({ query, ...options });
    return locations.map(({ id, name }) => ({ value: id, label: name, detail: '' }));
  },
};

/** The answer as of now; nothing tells the page when it changes, so it is asked for anew each time. */
export const accessAnswerQuery = (question: CheckAccess) =>
  queryOptions({
    queryKey: ['access-answer', question],
    queryFn: ({ signal }) => checkAccess({ body: question, signal, meta: { quiet: [INVALID, NOT_FOUND] } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    meta: { staleOn: ['me'] },
  });
