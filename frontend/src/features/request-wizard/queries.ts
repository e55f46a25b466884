import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { readCensus } from '@/api/generated/sdk/census.gen';
import { createConsult } from '@/api/generated/sdk/consults.gen';
import { listServiceLinesOfLocation } from '@/api/generated/sdk/service-lines.gen';
import type { CreateConsultData } from '@/api/generated/types.gen';
import type { Fields } from '@/api/rules';

/** The patients who are currently in these units, page by page. Not cached between visits to the step. */
export const census = (ids: readonly number[], filter: string) =>
  infiniteQueryOptions({
    queryKey: ['request-wizard', 'census', ids, filter],
    queryFn: ({ pageParam, signal }) =>
      readCensus({
        body: { start: pageParam, length: constants.CENSUS_PAGE_SIZE, filter, ids: [...ids] },
        signal,
        // By then the hospital's record has had enough time, and the patient can be entered manually.
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

/** Creates a consult and returns its id; the same idempotency key never creates a second one. */
export async function sendRequest(body: Fields, idempotencyKey: string): Promise<string> {
  const { id } = await createConsult({
    // Each step has validated its part by its own schema; the rest of the type depends on the line.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- each part has been validated
    body: body as CreateConsultData['body'],
    meta: { idempotencyKey },
  });
  return id;
}
