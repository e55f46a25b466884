import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { createConsult, listServiceLinesOfLocation, readCensus } from '@/api/generated/sdk.gen';
import type { CreateConsultData } from '@/api/generated/types.gen';
import type { Fields } from '@/api/rules';

/** The patients who are in these units now, a page at a time. What is shown is never older than the visit to the step. */
export const census = (ids: readonly number[], filter: string) =>
  infiniteQueryOptions({
    queryKey: ['request-wizard', 'census', ids, filter],
    queryFn: ({ pageParam, signal }) =>
      readCensus({
        body: { start: pageParam, length: constants.CENSUS_PAGE_SIZE, filter, ids: [...ids] },
        signal,
        // The hospital's record has had its time by then, and the patient can be entered by hand.
        meta: { quiet: true, retries: 1 },
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * constants.CENSUS_PAGE_SIZE : undefined),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const linesOfLocation = (locationId: number) =>
  queryOptions({
    queryKey: ['request-wizard', 'lines', locationId],
    queryFn: ({ signal }) => listServiceLinesOfLocation({ path: { location_id: locationId }, signal }),
  });

/** Asks for a consult; the same key never makes a second one. Answers the new consult's id. */
export async function sendRequest(body: Fields, idempotencyKey: string): Promise<string> {
  const { id } = await createConsult({
    // The steps have checked each part by its own schema; which line it is for decides the rest of the type.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parts that were checked one by one
    body: body as CreateConsultData['body'],
    meta: { idempotencyKey },
  });
  return id;
}
