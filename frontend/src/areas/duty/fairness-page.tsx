import { Fairness } from '@/features/call-schedules/tools/fairness';

import { PlanningPage } from './planning-page';

export function FairnessPage() {
  return (
    <PlanningPage title="Fairness">
      <Fairness />
    </PlanningPage>
  );
}
