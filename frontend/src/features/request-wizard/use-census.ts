import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { isApiError, NoResponseError } from '@/api/errors';
import type { CensusPatientRead } from '@/api/generated/types.gen';

import { census } from './queries';

export type CensusTrouble = 'offline' | 'too-slow' | 'failed';

export interface CensusList {
  readonly patients: readonly CensusPatientRead[];
  readonly loading: boolean;
  /** More patients follow by themselves. */
  readonly more: boolean;
  readonly trouble: CensusTrouble | null;
  /** Loads again what could not be loaded. */
  readonly retry: () => void;
}

/** The census of these units, one page after the other while the step is open; after a failure nothing more is asked for. */
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
  const trouble = query.isError ? troubleOf(query.error) : null;
  useEffect(() => {
    if (trouble === 'too-slow') console.warn('The census timed out.');
  }, [trouble]);
  const { data } = query;
  const patients = useMemo(() => data?.pages.flatMap((page) => page.census) ?? [], [data]);
  return {
    patients,
    loading: query.isPending,
    more,
    trouble,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}

function troubleOf(error: unknown): CensusTrouble {
  if (isApiError(error, 503)) return 'offline';
  const late = isApiError(error, 504) || (error instanceof NoResponseError && error.reason === 'timeout');
  return late ? 'too-slow' : 'failed';
}
