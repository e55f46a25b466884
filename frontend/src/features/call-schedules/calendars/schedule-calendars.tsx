import { Button, Group } from '@mantine/core';
import { useState } from 'react';

import { OneSchedule, type ScheduleChoice } from '../one-schedule';
import { AddToCalendarDialog } from './add-to-calendar-dialog';
import { ImportedCalendars } from './imported-calendars';

/** The calendars that a schedule is planned from, and the way of its shifts into the planner's own. */
export function ScheduleCalendars(choice: ScheduleChoice) {
  const [addsToCalendar, setAddsToCalendar] = useState(false);
  return (
    <OneSchedule {...choice} purpose="A call schedule can be planned from a calendar once there is one.">
      {(schedule, select) => (
        <>
          <Group align="flex-end">
            {select}
            <Button variant="default" onClick={() => setAddsToCalendar(true)}>
              Add to Calendar
            </Button>
          </Group>
          <ImportedCalendars key={schedule.id} schedule={schedule} />
          {addsToCalendar && <AddToCalendarDialog scheduleId={schedule.id} onClose={() => setAddsToCalendar(false)} />}
        </>
      )}
    </OneSchedule>
  );
}
