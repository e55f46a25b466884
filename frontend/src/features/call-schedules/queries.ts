import { queryOptions, useMutation } from '@tanstack/react-query';

import { type ApiError, isApiError } from '@/api/errors';
import {
  addCallSchedule,
  addScheduleChange,
  checkCallSchedule,
  checkScheduleChange,
  listCallSchedules,
  listPlanFindings,
  listPlannablePeople,
  listPlannedShifts,
  removeCallSchedule,
  removeScheduleChange,
  saveCallSchedule,
} from '@/api/generated/sdk/call-schedules.gen';
import { removeCopy } from '@/api/generated/sdk/planning-tools.gen';
import type {
  CheckCallSchedule,
  NewCallSchedule,
  ScheduleChangeFields,
  ScheduleChangeRead,
} from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { useAttempt } from '@/drafts/attempts';

/** Refusals that the dialog shows. */
const REFUSALS = [400, 404, 409, 429];

const shared = { meta: { staleOn: ['call-schedules'] } } as const;

/** All call schedules that the planner sees. What shows them also shows a failure; so do the others. */
export const schedulesQuery = queryOptions({
  queryKey: ['call-schedules'],
  queryFn: ({ signal }) => listCallSchedules({ signal, meta: { quiet: true } }),
  ...shared,
});

export const LONGEST_PLAN_MS = 45 * 86_400_000;

/** What is planned from one moment until another, both ISO 8601; at most `LONGEST_PLAN_MS` later. */
export function planQuery(from: string, until: string) {
  return queryOptions({
    queryKey: ['call-schedules', 'plan', from, until],
    queryFn: ({ signal }) => listPlannedShifts({ query: { from, until }, signal, meta: { quiet: true } }),
    ...shared,
  });
}

/** What is wrong with the plan of the coming year, of one line or of all. */
export function findingsQuery(serviceLineId?: number) {
  return queryOptions({
    queryKey: ['call-schedules', 'findings', serviceLineId],
    queryFn: ({ signal }) => listPlanFindings({ query: { serviceLineId }, signal, meta: { quiet: true } }),
    ...shared,
  });
}

/** Everybody who may go on call for a line; null while none is chosen. */
export function plannablePeopleQuery(serviceLineId: number | null) {
  return queryOptions({
    queryKey: ['call-schedules', 'people', serviceLineId],
    queryFn: ({ signal }) =>
      listPlannablePeople({ query: { serviceLineId: serviceLineId ?? 0 }, signal, meta: { quiet: true } }),
    enabled: serviceLineId !== null,
  });
}

/** How long a planner waits for a check: saving does not depend on it. */
const CHECK = { quiet: true, retries: 0, timeout: 10_000 };

/** What the plan would leave open; changes nothing. */
export function useCheckSchedule() {
  return useMutation({ mutationFn: (body: CheckCallSchedule) => checkCallSchedule({ body, meta: CHECK }) });
}

export interface ChangeToAdd {
  readonly scheduleId: number;
  readonly body: ScheduleChangeFields;
}

/** What a change would newly leave open; changes nothing. */
export function useCheckChange() {
  return useMutation({
    mutationFn: ({ scheduleId, body }: ChangeToAdd) =>
      checkScheduleChange({ path: { schedule_id: scheduleId }, body, meta: CHECK }),
  });
}

export interface ScheduleToSave extends NewCallSchedule {
  /** Null for a new one. */
  readonly id: number | null;
  readonly version: number;
}

/** Adds a call schedule, or saves one. The caller shows the failure. */
export function useSaveSchedule() {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: async ({ id, version, serviceLineId, ...fields }: ScheduleToSave) => {
      if (id !== null)
        await saveCallSchedule({ path: { schedule_id: id }, body: { ...fields, version }, meta: { quiet: REFUSALS } });
      else
        await attempt({ serviceLineId, ...fields }, (idempotencyKey) =>
          addCallSchedule({ body: { ...fields, serviceLineId }, meta: { quiet: REFUSALS, idempotencyKey } }),
        );
    },
    onSettled: fetchAgain,
  });
}

const SAVED_MEANWHILE = 'schedule_saved';

/** Whether another planner saved the call schedule after this one had opened it. */
export function isSavedMeanwhile(failure: unknown): failure is ApiError {
  return isApiError(failure, 409, SAVED_MEANWHILE);
}

/** The caller shows the failure. */
export function useRemoveSchedule() {
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      removeCallSchedule({ path: { schedule_id: id }, query: { version }, meta: { quiet: REFUSALS } }),
    onSettled: fetchAgain,
  });
}

/** The caller shows the failure. */
export function useAddChange() {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: ({ scheduleId, body }: ChangeToAdd) =>
      attempt([scheduleId, body], (idempotencyKey) =>
        addScheduleChange({ path: { schedule_id: scheduleId }, body, meta: { quiet: REFUSALS, idempotencyKey } }),
      ),
    onSettled: fetchAgain,
  });
}

/** The caller shows the failure. */
export function useRemoveChange() {
  return useMutation({
    mutationFn: ({ scheduleId, id }: ScheduleChangeRead) =>
      removeScheduleChange({ path: { schedule_id: scheduleId, change_id: id }, meta: { quiet: REFUSALS } }),
    onSettled: fetchAgain,
  });
}

/** Takes a whole copied month back. The caller shows the failure. */
export function useRemoveCopy() {
  return useMutation({
    mutationFn: ({ scheduleId, copyId }: { scheduleId: number; copyId: number }) =>
      removeCopy({ path: { schedule_id: scheduleId, copy_id: copyId }, meta: { quiet: REFUSALS } }),
    onSettled: fetchAgain,
  });
}

function fetchAgain() {
  markStale(['call-schedules'], 0);
}
