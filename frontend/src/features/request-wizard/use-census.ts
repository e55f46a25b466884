import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { isApiError, NoResponseError } from '@/api/errors';
import type { CensusPatientRead } from '@/api/generated/types.gen';

import { census } from './queries';

export type CensusProblem = 'offline' | 'too-slow' | 'failed';

export interface CensusList {
  readonly patients: readonly CensusPatientRead[];
  readonly loading: boolean;
  /** More patients are being loaded. */
  readonly more: boolean;
  readonly problem: CensusProblem | null;
  /** Retries what failed to load. */
  readonly retry: () => void;
}

/** Loads the census of these units page by page while the step is open, and stops after a failure. */
export function useCensus(unitIds: readonly number[], filter: string): CensusList {
  const query = useInfiniteQuery(census(unitIds, filter));
  const more = query.hasNextPage && !query.isError;
  const loadNext = useEffectEvent(() => {
    if (!query.isFetching) void query.fetchNextPage();
  });
  useEffect(() => {
    if (!more) return undefined;
    const timer = window.setInterval(() => loadNext(), constants.CENSUS_BATCH_MS);
    return () => window.clearInterval(timer);
  }, [more]);
  const problem = query.isError ? problemOf(query.error) : null;
  useEffect(() => {
    if (problem === 'too-slow') console.warn('The census timed out.');
  }, [problem]);
  const { data } = query;
  const patients = useMemo(() => data?.pages.flatMap((page) => page.census) ?? [], [data]);
  return {
    patients,
    loading: query.isPending,
    more,
    problem,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}

function problemOf(error: unknown): CensusProblem {
  if (isApiError(error, 503)) return 'offline';
  const late = isApiError(error, 504) || (error instanceof NoResponseError && error.reason === 'timeout');
  return late ? 'too-slow' : 'failed';
}
