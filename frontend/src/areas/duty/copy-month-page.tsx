import { getRouteApi } from '@tanstack/react-router';

import { CopyMonth } from '@/features/call-schedules/tools/copy-month';

import { PlanningPage } from './planning-page';

const route = getRouteApi('/signed-in/planning/call-schedules/copy');

export function CopyMonthPage() {
  const { schedule } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PlanningPage title="Copy a Month">
      <CopyMonth
        scheduleId={schedule}
        onChoose={(chosen) => void navigate({ search: { schedule: chosen }, replace: true })}
      />
    </PlanningPage>
  );
}
