import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { CoverRead, MyShiftRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { useNow } from '@/shared/hooks/use-now';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { CurrentShift } from './current-shift';
import { OwnRequests } from './own-requests';
import { coverRequestsQuery, myShiftsQuery } from './queries';
import { sortRequests } from './requests';
import { RequestsForUser } from './requests-for-user';
import { ShiftList } from './shift-list';
import classes from './shifts.module.css';

/** How long before a shift begins its person is offered to go on call. */
const SOON_MILLISECONDS = 30 * 60_000;

interface MyShiftsProps {
  /** How the user goes on call for a shift. */
  goOnCall: (shift: MyShiftRead) => ReactNode;
}

/** When the user is expected on call, and what they and their colleagues ask of each other. */
export function MyShifts({ goOnCall }: MyShiftsProps) {
  const { data, isError, isFetching, refetch } = useQuery(myShiftsQuery);
  if (data === undefined && isError)
    return <ErrorState title="Failed to load your shifts" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonCards count={3} label="Loading your shifts" />;
  return <Shifts shifts={data} goOnCall={goOnCall} />;
}

/** Going on call waits for nothing else; the list waits for the requests, which would push it down. */
function Shifts({ shifts, goOnCall }: MyShiftsProps & { shifts: readonly MyShiftRead[] }) {
  const now = useNow();
  const { data, isPending, isFetching, refetch } = useQuery(coverRequestsQuery);
  const current = shifts.filter(
    ({ startsAt, endsAt }) => Date.parse(startsAt) <= now + SOON_MILLISECONDS && Date.parse(endsAt) > now,
  );
  return (
    <>
      {current.map((shift) => (
        <CurrentShift key={shift.id} shift={shift} now={now}>
          {goOnCall(shift)}
        </CurrentShift>
      ))}
      {isPending && <SkeletonCards count={3} label="Loading requests for cover" />}
      {!isPending && data === undefined && (
        <ErrorState title="Failed to load requests for cover" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!isPending && <Next shifts={shifts} requests={data ?? []} now={now} />}
    </>
  );
}

interface NextProps {
  shifts: readonly MyShiftRead[];
  requests: readonly CoverRead[];
  now: number;
}

function Next({ shifts, requests, now }: NextProps) {
  const { id } = useMe();
  // A request is gone once it is answered.
  const frame = useKeptFocus<HTMLDivElement>();
  const { forUser, own } = sortRequests(requests, id);
  if (shifts.length === 0 && forUser.length === 0 && own.length === 0)
    return (
      <EmptyState icon="clock" title="No shifts in the next 90 days" order={2}>
        You are not planned on any call schedule. When a planner gives you a shift, you are told, and it is listed here.
      </EmptyState>
    );
  return (
    <>
      <div ref={frame} tabIndex={-1} className={classes.requests}>
        <RequestsForUser requests={forUser} shifts={shifts} />
        <OwnRequests requests={own} />
      </div>
      <ShiftList
        shifts={shifts.filter(({ startsAt }) => Date.parse(startsAt) > now)}
        all={shifts}
        own={own}
        now={now}
      />
    </>
  );
}
