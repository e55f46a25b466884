import { Button, Group, Title } from '@mantine/core';
import { useState } from 'react';

import { AddToCalendarDialog } from '@/features/calendars/add-to-calendar-dialog';
import { GoOnCall } from '@/features/on-call/go-on-call';
import { MyShifts } from '@/features/shifts/my-shifts';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function MyShiftsPage() {
  usePageTitle('My Shifts');
  const [addsToCalendar, setAddsToCalendar] = useState(false);
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
          <GoOnCall line={{ id: serviceLineId, name: serviceLineName }} primary={primary} />
        )}
      />
      {addsToCalendar && <AddToCalendarDialog scheduleId={null} onClose={() => setAddsToCalendar(false)} />}
    </div>
  );
}
