import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { NoteTrouble } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toastSuccess } from '@/shared/ui/toasts';

import classes from './note-troubles.module.css';
import { troublesQuery, useTryAgain } from './queries';
import { canBeTriedAgain, lineOf, stateOf, titleOf } from './words';

/** Documents, faxes and filings of signed notes that have not arrived. */
export function NoteTroubles() {
  const { data, error, isFetching, refetch } = useQuery(troublesQuery);
  if (data === undefined && error !== null)
    return <ErrorState title="Failed to load" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonCards count={3} label="Loading undelivered notes" />;
  if (data.length === 0)
    return (
      <EmptyState icon="check" title="Everything has arrived">
        Documents, faxes and filings of signed notes that fail are listed here.
      </EmptyState>
    );
  return (
    <ul className={classes.list}>
      {data.map((trouble) => (
        <Trouble key={`${trouble.consultId} ${String(trouble.version)}`} trouble={trouble} />
      ))}
    </ul>
  );
}

function Trouble({ trouble }: { trouble: NoteTrouble }) {
  const { mutateAsync: tryAgain, isPending } = useTryAgain();
  const retry = async () => {
    await tryAgain(trouble);
    toastSuccess('It is tried again.');
  };
  const { author, createdAt, consultId, version, location } = trouble;
  return (
    <li className={classes.trouble}>
      <div className={classes.words}>
        <h2 className={classes.title}>{titleOf(trouble)}</h2>
        <p>
          {lineOf(trouble)}, {location}
        </p>
        <p className={classes.muted}>
          {author.firstName} {author.lastName}, {formatTimestamp(createdAt)}
        </p>
        <p className={classes.id}>
          Consult {consultId}, version {version}
        </p>
      </div>
      <div className={classes.state}>
        <StatusBadge tone={canBeTriedAgain(trouble) ? 'danger' : 'warning'}>{stateOf(trouble)}</StatusBadge>
        {canBeTriedAgain(trouble) && (
          <Button variant="default" loading={isPending} onClick={() => void retry().catch(() => undefined)}>
            Try Again
          </Button>
        )}
      </div>
    </li>
  );
}
