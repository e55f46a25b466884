import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { MyShiftRead, PlanRead, ShiftRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { serverNow } from '@/shared/lib/server-clock';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { InView } from '@/shared/ui/in-view';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { toastSuccess } from '@/shared/ui/toasts';

import { plannedShiftsQuery, useAskForCover } from './queries';
import classes from './shifts.module.css';
import { formatLength, formatShift } from './times';

import lists from '@/shared/ui/list.module.css';

const WEEKS_AHEAD = 6;
const WEEK_MILLISECONDS = 7 * 24 * 3_600_000;
const LABEL = 'Ask to Swap';

interface SwapDialogProps {
  shift: MyShiftRead;
  onClose: () => void;
}

/** Offers the user's shift to one colleague, for one of theirs in the same call schedule. */
export function SwapDialog({ shift, onClose }: SwapDialogProps) {
  // As of when the dialog was opened, so that the request stays the same.
  const [from] = useState(() => new Date(serverNow()).toISOString());
  const until = new Date(Date.parse(from) + WEEKS_AHEAD * WEEK_MILLISECONDS).toISOString();
  const { data, isError, isFetching, refetch } = useQuery(plannedShiftsQuery(shift.serviceLineId, from, until));
  return (
    <Modal opened onClose={onClose} title="Swap" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text data-figures="">
          You give {formatShift(shift, shift.timeZone)} ({formatLength(shift)}). Which shift do you take in return?
        </Text>
        {data === undefined && isError && (
          <ErrorState
            title="Failed to load your colleagues' shifts"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {data === undefined && !isError && <SkeletonCards count={2} label="Loading your colleagues' shifts" />}
        {data !== undefined && <Choices shift={shift} plan={data} from={from} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

interface ChoicesProps extends SwapDialogProps {
  plan: PlanRead;
  from: string;
}

function Choices({ shift, plan, from, onClose }: ChoicesProps) {
  const { id } = useMe();
  const { mutate, isPending, variables, error } = useAskForCover();
  const offered = swappable(plan.shifts, shift, { userId: id, from });
  if (offered.length === 0)
    return (
      <EmptyState title="Nobody to swap with">
        No colleague has a shift in this call schedule in the next {WEEKS_AHEAD} weeks. You can ask for cover instead.
      </EmptyState>
    );
  const nameOf = (userId: number) => {
    const person = plan.people.find((each) => each.id === userId);
    return person === undefined ? '' : fullName(person);
  };
  const ask = ({ userId, startsAt, endsAt }: ShiftRead) => {
    const body = { scheduleId: shift.scheduleId, startsAt: shift.startsAt, endsAt: shift.endsAt };
    mutate(
      { ...body, swapFor: { userId, startsAt, endsAt } },
      {
        onSuccess: () => {
          toastSuccess(`${nameOf(userId)} is asked. Nothing changes until they take it.`);
          onClose();
        },
      },
    );
  };
  return (
    <>
      <InView>{error !== null && <NotSaved failure={error} button={LABEL} expected="asked" />}</InView>
      <ul className={lists.list}>
        {offered.map((other) => {
          const when = formatShift(other, shift.timeZone);
          const isAsked = variables?.swapFor?.userId === other.userId && variables.swapFor.startsAt === other.startsAt;
          return (
            <li key={other.id} className={lists.card}>
              <p className={classes.offered} data-figures="">
                <span className={classes.day}>{nameOf(other.userId)}</span>
                <br />
                {when} <span className={lists.muted}>{formatLength(other)}</span>
              </p>
              <Button
                variant="default"
                aria-label={`${LABEL}, ${nameOf(other.userId)}, ${when}`}
                loading={isPending && isAsked}
                disabled={isPending && !isAsked}
                onClick={() => ask(other)}
              >
                {LABEL}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Colleagues' shifts that are ahead and at another time than the user's own of the same call schedule. */
function swappable(
  shifts: readonly ShiftRead[],
  given: MyShiftRead,
  { userId, from }: { userId: number; from: string },
): readonly ShiftRead[] {
  const ofSchedule = shifts.filter(({ scheduleId }) => scheduleId === given.scheduleId);
  const own = [given, ...ofSchedule.filter((shift) => shift.userId === userId)];
  return ofSchedule.filter(
    (shift) =>
      shift.userId !== userId &&
      Date.parse(shift.startsAt) > Date.parse(from) &&
      !own.some(
        ({ startsAt, endsAt }) =>
          Date.parse(startsAt) < Date.parse(shift.endsAt) && Date.parse(endsAt) > Date.parse(shift.startsAt),
      ),
  );
}
