import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { CallScheduleRead } from '@/api/generated/types.gen';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { schedulesQuery } from './queries';

export interface ScheduleChoice {
  /** The chosen one, as in the URL; without it, the first one. */
  scheduleId: string | undefined;
  onChoose: (scheduleId: string) => void;
}

export interface OneScheduleProps extends ScheduleChoice {
  /** What a planner who has no call schedule reads. */
  purpose: string;
  children: (schedule: CallScheduleRead, select: ReactNode) => ReactNode;
}

/** What is done with one call schedule of those that the user plans, and the field that chooses it. */
export function OneSchedule({ scheduleId, onChoose, purpose, children }: OneScheduleProps) {
  const { data, isError, isFetching, refetch } = useQuery(schedulesQuery);
  if (data === undefined && isError)
    return (
      <ErrorState title="Failed to load the call schedules" onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (data === undefined) return <SkeletonCards count={1} label="Loading the call schedules" />;
  const schedules = data.schedules.filter(({ mayEdit }) => mayEdit);
  const chosen = schedules.find(({ id }) => String(id) === scheduleId) ?? schedules[0];
  if (chosen === undefined)
    return (
      <EmptyState title="No call schedules" order={2}>
        {purpose}
      </EmptyState>
    );
  const options = schedules.map(({ id, name, serviceLineName }) => ({
    value: String(id),
    label: `${serviceLineName}: ${name}`,
  }));
  return children(
    chosen,
    <NativeSelect
      flex="1 1 16rem"
      label="Call Schedule"
      data={options}
      value={String(chosen.id)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />,
  );
}
