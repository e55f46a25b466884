import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isApiError } from '@/api/errors';
import type { ConnectionsRead } from '@/api/generated/types.gen';
import { formatCardTime } from '@/shared/lib/dates';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';

import classes from './connections.module.css';
import { Connection } from './connection';
import { connectionsQuery } from './queries';
import { keyOf, summary } from './words';

const FORBIDDEN = 403;
/** How many are drawn before it is known how many there are. */
const PLACEHOLDERS = 12;

/** The other systems that the installation uses: how each does, what to do, and a test. */
export function Connections() {
  const { data, error, isError, isFetching, refetch } = useQuery(connectionsQuery);
  if (isApiError(error, FORBIDDEN))
    return (
      <ErrorState title="You do not have access to this page">
        Only administrators can view it. If that has changed, sign in again.
      </ErrorState>
    );
  if (data !== undefined) return <Known known={data} isOutdated={isError} />;
  if (isError)
    return (
      <ErrorState title="The connections could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        The server did not respond properly. The connections themselves are not affected.
      </ErrorState>
    );
  return (
    <div className={classes.board} role="status">
      <span className="wl-visually-hidden">Loading the connections</span>
      <Skeleton height="1.5rem" />
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <Skeleton key={index} height="11rem" radius="lg" />
      ))}
    </div>
  );
}

function Known({ known, isOutdated }: { known: ConnectionsRead; isOutdated: boolean }) {
  return (
    <div className={classes.board}>
      <p className={classes.summary} data-outdated={isOutdated || undefined} role="status">
        {isOutdated ? (
          <>
            <Icon name="alert" size="sm" /> Not up to date. This is how it was at {formatCardTime(known.checkedAt)}.
          </>
        ) : (
          summary(known.connections)
        )}
      </p>
      {known.connections.map((connection) => (
        <Connection key={keyOf(connection)} connection={connection} />
      ))}
    </div>
  );
}
