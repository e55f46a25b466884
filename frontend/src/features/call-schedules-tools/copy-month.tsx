import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { CallScheduleRead } from '@/api/generated/types.gen';
import { dayOf } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';

import { CopyPreview } from './copy-preview';
import { schedulesQuery } from './queries';
import classes from './tools.module.css';
import { monthAfter, monthInWords } from './words';

/** Months before this one that can be copied, and months ahead. */
const BACK = 12;
const AHEAD = 11;

export interface CopyMonthProps {
  /** The schedule that is chosen at first; otherwise the first one. */
  scheduleId?: number | undefined;
}

/** Copies who is on call from one month to another, after showing what that does. */
export function CopyMonth({ scheduleId }: CopyMonthProps) {
  const { data, isError, isFetching, refetch } = useQuery(schedulesQuery);
  if (data === undefined && isError)
    return (
      <ErrorState title="Failed to load the call schedules" onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (data === undefined)
    return (
      <div role="status">
        <span className="wl-visually-hidden">Loading the call schedules</span>
        <Skeleton height="6.5rem" radius="lg" />
      </div>
    );
  const schedules = data.schedules.filter(({ mayEdit }) => mayEdit);
  const first = schedules.find(({ id }) => id === scheduleId) ?? schedules[0];
  if (first === undefined)
    return <EmptyState title="No call schedules">A month can be copied once there is a call schedule.</EmptyState>;
  return <Choice schedules={schedules} first={first} />;
}

function Choice({ schedules, first }: { schedules: readonly CallScheduleRead[]; first: CallScheduleRead }) {
  const today = dayOf(serverNow());
  const [chosenId, setChosenId] = useState(first.id);
  const [from, setFrom] = useState(monthAfter(today, 0));
  const [to, setTo] = useState(monthAfter(today, 1));
  const chosen = schedules.find(({ id }) => id === chosenId) ?? first;
  const months = (since: number, until: number) =>
    Array.from({ length: until - since + 1 }, (_, index) => {
      const value = monthAfter(today, since + index);
      return { value, label: monthInWords(value) };
    });
  return (
    <div className={classes.tool}>
      <div className={classes.panel}>
        <NativeSelect
          className={classes.name}
          label="Call schedule"
          data={schedules.map(({ id, name, serviceLineName }) => ({
            value: String(id),
            label: `${serviceLineName}: ${name}`,
          }))}
          value={String(chosen.id)}
          onChange={(event) => setChosenId(Number(event.currentTarget.value))}
        />
        <NativeSelect
          label="Copy from"
          data={months(-BACK, AHEAD)}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label="Copy to"
          data={months(0, AHEAD)}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      {from === to ? (
        <EmptyState title="Choose two different months">
          The people of one month are planned on the same weekdays and at the same times in the other.
        </EmptyState>
      ) : (
        <CopyPreview key={`${chosen.id} ${from} ${to}`} schedule={chosen} from={from} to={to} />
      )}
    </div>
  );
}
