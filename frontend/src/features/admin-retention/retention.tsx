import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isApiError } from '@/api/errors';
import { ErrorState } from '@/shared/ui/error-state';

import { Changes, Runs } from './history';
import { Holds } from './holds';
import { Periods } from './periods';
import { Plan } from './plan';
import { retentionQuery } from './queries';
import classes from './retention.module.css';

const FORBIDDEN = 403;
/** How many parts are drawn before anything is known. */
const PLACEHOLDERS = 4;

/** How long records are kept, what may not be removed, and what was. */
export function Retention() {
  const { data, error, isError, isFetching, refetch } = useQuery(retentionQuery);
  if (isApiError(error, FORBIDDEN))
    return (
      <ErrorState title="You do not have access to this page">
        Only those who manage retention can view it. If that has changed, sign in again.
      </ErrorState>
    );
  if (data === undefined && isError)
    return (
      <ErrorState title="Retention could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        The server did not respond properly. Nothing was removed.
      </ErrorState>
    );
  if (data === undefined)
    return (
      <div className={classes.parts} role="status">
        <span className="wl-visually-hidden">Loading how long records are kept</span>
        {Array.from({ length: PLACEHOLDERS }, (_, index) => (
          <Skeleton key={index} height="14rem" radius="lg" />
        ))}
      </div>
    );
  return (
    <div className={classes.parts}>
      <p className={classes.lead}>
        Everything is kept forever unless a period is set here. What is over its period is removed when{' '}
        <code>wardline retention apply</code> is run on the server.
      </p>
      <Periods kinds={data.kinds} periods={data.periods} />
      <Holds holds={data.holds} periods={data.periods} />
      <Plan />
      <Runs runs={data.runs} />
      <Changes changes={data.changes} />
    </div>
  );
}
