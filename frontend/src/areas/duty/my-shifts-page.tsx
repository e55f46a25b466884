import { Button, Group, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { GoOnCall } from '@/features/on-call/go-on-call';
import { MyShifts } from '@/features/shifts/my-shifts';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import classes from '@/shared/ui/page.module.css';

// With the planners' pages, which specialists do not open.
const addToCalendar = lazyComponent(
  async () => (await import('@/features/call-schedules/calendars/add-to-calendar-dialog')).AddToCalendarDialog,
  { preload: false },
);

const route = getRouteApi('/signed-in/my-shifts');

export function MyShiftsPage() {
  usePageTitle('My Shifts');
  const { begin } = route.useSearch();
  const [addsToCalendar, setAddsToCalendar] = useState(false);
  const close = () => setAddsToCalendar(false);
  return (
    <div className={classes.list}>
      <Group justify="space-between">
        <Title order={1}>My Shifts</Title>
        <Button variant="default" onClick={() => setAddsToCalendar(true)}>
          Add to Calendar
        </Button>
      </Group>
      <MyShifts
        goOnCall={({ serviceLineId, serviceLineName, primary }) => (
          <GoOnCall
            line={{ id: serviceLineId, name: serviceLineName }}
            primary={primary}
            isWanted={begin === String(serviceLineId)}
          />
        )}
      />
      {addsToCalendar && (
        <Lazy component={addToCalendar} onFailure={close}>
          {(AddToCalendarDialog) => <AddToCalendarDialog scheduleId={null} onClose={close} />}
        </Lazy>
      )}
    </div>
  );
}
