import { getRouteApi } from '@tanstack/react-router';

import { ScheduleCalendars } from '@/features/call-schedules/calendars/schedule-calendars';

import { PlanningPage } from './planning-page';

const route = getRouteApi('/signed-in/planning/call-schedules/calendars');

export function CalendarsPage() {
  const { schedule } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PlanningPage title="Calendars">
      <ScheduleCalendars
        scheduleId={schedule}
        onChoose={(chosen) => void navigate({ search: { schedule: chosen }, replace: true })}
      />
    </PlanningPage>
  );
}
