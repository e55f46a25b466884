import type { HolidayRead, PlanRead, ScheduleChangeRead, ShiftRead } from '@/api/generated/types.gen';

/** What is planned in a period. */
export interface Plan {
  readonly holidays: readonly HolidayRead[];
  readonly changes: readonly ScheduleChangeRead[];
  /** The shifts of a schedule, by begin. */
  readonly shiftsOf: (scheduleId: number) => readonly ShiftRead[];
}

/** The response, with its shifts sorted by schedule once, because each row and each day looks for its own. */
export function readablePlan({ shifts, holidays, changes }: PlanRead): Plan {
  const bySchedule = new Map<number, ShiftRead[]>();
  for (const shift of shifts) {
    const ofSchedule = bySchedule.get(shift.scheduleId);
    if (ofSchedule === undefined) bySchedule.set(shift.scheduleId, [shift]);
    else ofSchedule.push(shift);
  }
  return { holidays, changes, shiftsOf: (scheduleId) => bySchedule.get(scheduleId) ?? [] };
}
