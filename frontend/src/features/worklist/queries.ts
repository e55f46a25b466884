import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { isApiError } from '@/api/errors';
import { readConsultCards, searchConsults } from '@/api/generated/sdk/consults.gen';
import { listActiveLocations } from '@/api/generated/sdk/places.gen';
import { searchTransfers } from '@/api/generated/sdk/transfers.gen';
import type { ConsultCard, ListedConsult, TransferCard, TransferSearchResponse } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { type Entry, uniqueEntries } from './entries';
import { defaultFilter, searchOf, transferFilterOf, type WorklistFilter } from './filter';
import type { WorklistMode } from './mode';
import { cardsOf } from './place-card';

/** The query key prefix of all lists and filters. */
export const WORKLIST_KEY = 'worklist';

/** How long the first page may be requested before the list is rendered. */
const START_MS = 10_000;

/** Pages overlap by this many cards, so that a card that moves up during a page load is not skipped. */
const OVERLAP = 5;

/** The paged list. Events keep it up to date while it is mounted; otherwise they make it stale. */
export function worklistQuery(filter: WorklistFilter) {
  const search = searchOf(filter);
  return infiniteQueryOptions({
    queryKey: [WORKLIST_KEY, search] as const,
    queryFn: ({ pageParam, signal }) => searchConsults({ body: { ...pageFrom(pageParam), ...search }, signal }),
    initialPageParam: 0,
    // The cached cards follow the server's list, so the next page starts where they end.
    getNextPageParam: (last, pages, _start, starts) =>
      last.hasMore ? cardsOf({ pages, pageParams: starts }).length : undefined,
    staleTime: START_MS,
    meta: { staleOn: ['worklist'], updatesRows: true },
  });
}

/** The paged transfers, always refetched as a whole. */
export function transferListQuery(filter: WorklistFilter) {
  const transferFilter = transferFilterOf(filter);
  return infiniteQueryOptions({
    queryKey: ['transfers', transferFilter] as const,
    queryFn: ({ pageParam, signal }) =>
      searchTransfers({ body: { ...pageFrom(pageParam), filter: transferFilter }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages, _start, starts) =>
      last.hasMore ? transfersOf({ pages, pageParams: starts }).length : undefined,
    staleTime: START_MS,
    meta: { staleOn: ['worklist'], updatesRows: true },
  });
}

/** The query key of the list of this mode. */
export function listKey(filter: WorklistFilter, mode: WorklistMode): QueryKey {
  return mode === 'transfer' ? transferListQuery(filter).queryKey : worklistQuery(filter).queryKey;
}

export function transfersOf({ pages }: InfiniteData<TransferSearchResponse>): Entry[] {
  const transfers = pages.flatMap((page) => page.transfers);
  return uniqueEntries(transfers.map((transfer) => ({ card: transfer.consult, transfer })));
}

/** All active location units that the user may see; the filter reports a failure itself. */
export const activeLocationsQuery = queryOptions({
  queryKey: ['locations', 'active'],
  queryFn: ({ signal }) => listActiveLocations({ signal, meta: { quiet: true } }),
  meta: { staleOn: ['me'] },
});

/** The range to request after this many cards, which includes a full page of new ones. */
function pageFrom(shown: number): { start: number; length: number } {
  const start = Math.max(0, shown - OVERLAP);
  return { start, length: shown - start + constants.LIST_PAGE_SIZE };
}

/** The newest waiting consults that concern the user, regardless of the list's filter. Failures are silent, because it runs in the background. */
export async function fetchNewestWaiting(me: Me, signal: AbortSignal): Promise<ConsultCard[]> {
  const search = searchOf({ ...defaultFilter(me), sort: 'newestFirst' });
  const body = { start: 0, length: constants.LIST_PAGE_SIZE, ...search };
  return (await searchConsults({ body, signal, meta: { quiet: true } })).consults;
}

/** The newest transfers that need someone, regardless of the list's filter. Failures are silent, too. */
export async function fetchNewestTransfers(me: Me, signal: AbortSignal): Promise<TransferCard[]> {
  const filter = transferFilterOf({ ...defaultFilter(me, 'transfer'), sort: 'newestFirst' });
  const body = { start: 0, length: constants.LIST_PAGE_SIZE, filter };
  return (await searchTransfers({ body, signal, meta: { quiet: true } })).transfers;
}

/** The cards of these consults by id. A missing consult is not in the list, or not visible to the user. */
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
