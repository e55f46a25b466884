import type { CallScheduleRead } from '@/api/generated/types.gen';

import { usePlanner, useScheduleName } from './planner-context';
import { SmallButton } from './small-button';

/** What a planner can do with a call schedule. */
export function ScheduleButtons({ schedule }: { schedule: CallScheduleRead }) {
  const { edit, change } = usePlanner();
  const { id } = schedule;
  const name = useScheduleName()(schedule);
  return (
    <>
      <SmallButton onClick={() => edit(id)} aria-label={`Edit ${name}`}>
        Edit
      </SmallButton>
      <SmallButton onClick={() => change({ scheduleId: id })} aria-label={`Change for a Time: ${name}`}>
        Change for a Time
      </SmallButton>
    </>
  );
}
