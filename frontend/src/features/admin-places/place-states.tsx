import type { UseQueryResult } from '@tanstack/react-query';

import { isApiError } from '@/api/errors';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { type ListedNoun, Missing } from '@/versions/missing';
import classes from '@/versions/versions.module.css';

export interface PlaceStatesProps {
  noun: ListedNoun;
  /** What the address says is an id at all. */
  isId: boolean;
  queries: readonly Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>[];
}

/** Stands in for the page of a place until everything about it has been fetched. */
export function PlaceStates({ noun, isId, queries }: PlaceStatesProps) {
  if (!isId || queries.some(({ error }) => isApiError(error, 404))) return <Missing noun={noun} />;
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
