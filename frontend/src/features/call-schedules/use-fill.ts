import type { GapRead } from '@/api/generated/types.gen';

import { groupOf, type PlannedLine } from './lines';
import { usePlanner } from './planner-context';

/** Returns a function that starts to fill a gap of one of these lines: someone is added to the first schedule that it concerns. */
export function useFill(lines: readonly PlannedLine[]): (gap: GapRead) => void {
  const { change } = usePlanner();
  return (gap) => {
    const schedule = groupOf(gap, lines)?.schedules[0];
    if (schedule === undefined) return;
    change({ scheduleId: schedule.id, kind: 'add', startsAt: gap.startsAt, endsAt: gap.endsAt });
  };
}
