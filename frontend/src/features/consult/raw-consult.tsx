import { useQuery } from '@tanstack/react-query';

import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { consultQuery } from '@/consults/queries';
import classes from './raw-consult.module.css';
import { isConsultId } from '@/consults/consult';

/** The consult as the server returns it to this user. */
export function RawConsult({ consultId }: { consultId: string }) {
  const isId = isConsultId(consultId);
  const { data: consult, isError, isFetching, refetch } = useQuery({ ...consultQuery(consultId), enabled: isId });
  if (!isId) return <ErrorState title="Failed to load consult" order={1} />;
  if (isError) {
    return <ErrorState title="Failed to load consult" order={1} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (consult === undefined) return <SkeletonCards count={2} label="Loading consult" />;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Consult</h1>
      {/* A scrollable region must be reachable with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region */}
      <pre className={classes.raw} tabIndex={0} role="region" aria-label="Raw consult">
        {JSON.stringify(consult, null, 2)}
      </pre>
    </div>
  );
}
