import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { isApiError } from '@/api/errors';
import { listActiveLocations, readConsultCards, searchConsults, searchTransfers } from '@/api/generated/sdk.gen';
import type { ConsultCard, ListedConsult, TransferSearchAnswer } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { type Entry, uniqueEntries } from './entries';
import { defaultFilter, searchOf, transferFilterOf, type WorklistFilter } from './filter';
import type { WorklistMode } from './mode';
import { cardsOf } from './place-card';

/** All lists of all filters. */
export const WORKLIST_KEY = 'worklist';

/** A page begins among the cards that are there, so that one which moves up while it is under way is not passed over. */
const OVERLAP = 5;

/** The list by pages. While it is on the screen events keep it true, so only coming back to it fetches it again. */
export function worklistQuery(filter: WorklistFilter) {
  const search = searchOf(filter);
  return infiniteQueryOptions({
    queryKey: [WORKLIST_KEY, search] as const,
    queryFn: ({ pageParam, signal }) => searchConsults({ body: { ...pageFrom(pageParam), ...search }, signal }),
    initialPageParam: 0,
    // What the cache holds has moved with the server's list, so the next page begins where the cards end.
    getNextPageParam: (last, pages, _start, starts) =>
      last.hasMore ? cardsOf({ pages, pageParams: starts }).length : undefined,
    staleTime: 0,
    meta: { staleOn: ['worklist'] },
  });
}

/** The transfers by pages; an answer is fetched again as a whole. */
export function transferListQuery(filter: WorklistFilter) {
  const asked = transferFilterOf(filter);
  return infiniteQueryOptions({
    queryKey: ['transfers', asked] as const,
    queryFn: ({ pageParam, signal }) => searchTransfers({ body: { ...pageFrom(pageParam), filter: asked }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages, _start, starts) =>
      last.hasMore ? transfersOf({ pages, pageParams: starts }).length : undefined,
    staleTime: 0,
    meta: { staleOn: ['worklist'] },
  });
}

/** Under which the cache holds the list of this mode. */
export function listKey(filter: WorklistFilter, mode: WorklistMode): QueryKey {
  return mode === 'transfer' ? transferListQuery(filter).queryKey : worklistQuery(filter).queryKey;
}

export function transfersOf({ pages }: InfiniteData<TransferSearchAnswer>): Entry[] {
  const transfers = pages.flatMap((page) => page.transfers);
  return uniqueEntries(transfers.map((transfer) => ({ card: transfer.consult, transfer })));
}

/** Every active location unit that the user may see; the filter says itself when they cannot be had. */
export const activeLocationsQuery = queryOptions({
  queryKey: ['locations', 'active'],
  queryFn: ({ signal }) => listActiveLocations({ signal, meta: { quiet: true } }),
  meta: { staleOn: ['me'] },
});

/** What a page asks for that follows so many cards; it brings a full page of further ones. */
function pageFrom(shown: number): { start: number; length: number } {
  const start = Math.max(0, shown - OVERLAP);
  return { start, length: shown - start + constants.LIST_PAGE_SIZE };
}

/** The newest of what waits and concerns the user, whatever the list is limited to; quiet, for nobody waits for it. */
export async function fetchNewestWaiting(me: Me, signal: AbortSignal): Promise<ConsultCard[]> {
  const search = searchOf({ ...defaultFilter(me), sort: 'newestFirst' });
  const body = { start: 0, length: constants.LIST_PAGE_SIZE, ...search };
  return (await searchConsults({ body, signal, meta: { quiet: true } })).consults;
}

/** Those of the consults that are in the list, by id. A consult that is missing is not in it, or the user may not see it. */
export async function fetchCards(
  ids: readonly string[],
  filter: WorklistFilter,
): Promise<ReadonlyMap<string, ListedConsult>> {
  try {
    const { consults } = await readConsultCards({
      body: { ids: [...ids], ...searchOf(filter) },
      meta: { quiet: true },
    });
    return new Map(consults.map((card) => [card.id, card]));
  } catch (error) {
    if (isApiError(error, 404) || isApiError(error, 403)) return new Map();
    throw error;
  }
}
