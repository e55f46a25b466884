import { Holidays } from '@/features/call-schedules/tools/holidays';

import { PlanningPage } from './planning-page';

export function HolidaysPage() {
  return (
    <PlanningPage title="Holidays">
      <Holidays />
    </PlanningPage>
  );
}
