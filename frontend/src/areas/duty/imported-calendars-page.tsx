import { NativeSelect, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { schedulesQuery } from '@/features/call-schedules/queries';
import { ImportedCalendars } from '@/features/calendars/imported-calendars';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from '@/shared/ui/page.module.css';

export function ImportedCalendarsPage() {
  usePageTitle('Imported Calendars');
  return (
    <div className={classes.list}>
      <Title order={1}>Imported Calendars</Title>
      <OfSchedule />
    </div>
  );
}

function OfSchedule() {
  const { data, isError, isFetching, refetch } = useQuery(schedulesQuery);
  const [chosenId, setChosenId] = useState<number | null>(null);
  if (data === undefined && isError)
    return (
      <ErrorState title="Failed to load the call schedules" onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (data === undefined) return <SkeletonCards count={1} label="Loading the call schedules" />;
  const schedules = data.schedules.filter(({ mayEdit }) => mayEdit);
  const chosen = schedules.find(({ id }) => id === chosenId) ?? schedules[0];
  if (chosen === undefined)
    return (
      <EmptyState title="No call schedules">
        A call schedule can be planned from a calendar once there is one.
      </EmptyState>
    );
  return (
    <>
      <NativeSelect
        label="Call schedule"
        data={schedules.map(({ id, name, serviceLineName }) => ({
          value: String(id),
          label: `${serviceLineName}: ${name}`,
        }))}
        value={String(chosen.id)}
        onChange={(event) => setChosenId(Number(event.currentTarget.value))}
      />
      <ImportedCalendars key={chosen.id} schedule={chosen} />
    </>
  );
}
