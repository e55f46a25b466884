import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { isApiError } from '@/api/errors';
import { routes } from '@/shared/lib/routes';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import classes from '@/versions/versions.module.css';

export interface PlaceStatesProps {
  noun: string;
  /** What the address says is an id at all. */
  isId: boolean;
  queries: readonly Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>[];
}

/** Stands in for the page of a place until everything about it has been fetched. */
export function PlaceStates({ noun, isId, queries }: PlaceStatesProps) {
  if (!isId || queries.some(({ error }) => isApiError(error, 404)))
    return (
      <EmptyState icon="building" title={`This ${noun} does not exist`} order={1}>
        Or you do not have access to it. <Link to={routes.places}>Look for it in the list of places</Link>.
      </EmptyState>
    );
  const failed = queries.filter(({ isError }) => isError);
  if (failed.length > 0)
    return (
      <ErrorState
        order={1}
        title={`Failed to load the ${noun}`}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        retrying={failed.some(({ isFetching }) => isFetching)}
      />
    );
  return (
    <div className={classes.groups}>
      <SkeletonBlock label={`Loading the ${noun}`} height="4rem" />
      <SkeletonBlock label="Loading the form" height="20rem" />
      <SkeletonBlock label="Loading the form" height="16rem" />
    </div>
  );
}

export function isPlaceId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
