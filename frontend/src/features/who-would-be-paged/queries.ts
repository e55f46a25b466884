import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { getPageForecast, listForecastChoices } from '@/api/generated/sdk/paging-forecasts.gen';

import type { Question } from './question';

/** No event says that a contact was verified, or that time has passed. */
const REFETCH_MS = 60_000;
/** The question was answered just before it is shown. */
const FRESH_MS = 5_000;
const INVALID = 400;

/** What the user may ask about. A failure is shown in its place. */
export const forecastChoicesQuery = queryOptions({
  queryKey: ['forecast-choices'],
  queryFn: ({ signal }) => listForecastChoices({ signal, meta: { quiet: true } }),
  meta: { staleOn: ['me'] },
});

/** The answer follows check-ins and changes of the plan; the form shows what the server refuses. */
export const pageForecastQuery = (question: Question) =>
  queryOptions({
    queryKey: ['page-forecast', question],
    queryFn: ({ signal }) => getPageForecast({ query: question, signal, meta: { quiet: [INVALID] } }),
    staleTime: FRESH_MS,
    refetchInterval: question.at === undefined ? REFETCH_MS : false,
    meta: { staleOn: ['me', 'on-call', 'call-schedules'] },
  });

/** Asks the server; rejects if it refuses the question. */
export function useAsk(): (question: Question) => Promise<void> {
  const queryClient = useQueryClient();
  return async (question) => {
    await queryClient.query({ ...pageForecastQuery(question), staleTime: 0 });
  };
}
