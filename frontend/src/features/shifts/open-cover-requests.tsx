import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import type { CoverRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { coverRequestsQuery } from './queries';
import { returnedIn } from './requests';
import classes from './shifts.module.css';
import { formatLength, formatShift } from './times';
import { WithdrawButton } from './withdraw-button';

import lists from '@/shared/ui/list.module.css';

interface OpenCoverRequestsProps {
  /** Only those of this service line. */
  serviceLineId?: number | undefined;
}

/** For planners: which shifts people ask their colleagues to take, and nobody has taken yet. */
export function OpenCoverRequests({ serviceLineId }: OpenCoverRequestsProps) {
  const titleId = useId();
  const { data, isError, isFetching, refetch } = useQuery(coverRequestsQuery);
  const open = data?.filter(
    (request) => request.mayWithdraw && (serviceLineId === undefined || request.serviceLineId === serviceLineId),
  );
  return (
    <section aria-labelledby={titleId}>
      <h2 className={lists.title} id={titleId}>
        Open Requests for Cover
      </h2>
      {open === undefined && isError && (
        <ErrorState title="Failed to load requests for cover" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {open === undefined && !isError && <SkeletonCards count={1} label="Loading requests for cover" />}
      {open?.length === 0 && <p className={lists.muted}>Nobody is asking for cover.</p>}
      {open !== undefined && open.length > 0 && (
        <ul className={lists.list}>
          {open.map((request) => (
            <OpenRequest key={request.id} request={request} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OpenRequest({ request }: { request: CoverRead }) {
  const { askedBy, offeredTo, timeZone, serviceLineName, scheduleName } = request;
  const returned = returnedIn(request);
  return (
    <li className={lists.card}>
      <div className={lists.words}>
        <h3 className={classes.requestTitle}>
          {fullName(askedBy)} {offeredTo === null ? 'asks for cover' : `asks ${fullName(offeredTo)} to swap`}
        </h3>
        <p data-figures="">
          {formatShift(request, timeZone)} ({formatLength(request)})
          {returned !== null && ` for ${formatShift(returned, timeZone)} (${formatLength(returned)})`}
        </p>
        <p className={lists.muted}>
          {serviceLineName}, {scheduleName}
        </p>
      </div>
      <div className={lists.actions}>
        <WithdrawButton request={request} />
      </div>
    </li>
  );
}
