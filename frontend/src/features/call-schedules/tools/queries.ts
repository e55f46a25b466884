import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { isApiError } from '@/api/errors';
import {
  copyMonth,
  getFairness,
  listHolidays,
  previewCopy,
  proposeHolidays,
  removeCopy,
  saveHolidays,
} from '@/api/generated/sdk/planning-tools.gen';
import type { CopyMonth, HolidaysRead, SaveHolidays } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { useAttempt } from '@/drafts/attempts';
import { toastRefusal } from '@/shared/ui/toasts';

/** Another planner saved first. */
const CONFLICT = 409;

/** The list of all holidays. A failure is shown in its place. */
export const holidaysQuery = queryOptions({
  queryKey: ['holidays'],
  queryFn: ({ signal }) => listHolidays({ signal, meta: { quiet: true } }),
  meta: { staleOn: ['call-schedules'] },
});

/** Federal holidays of a year that are not in the list. The dialog shows a failure. */
export const proposedHolidaysQuery = (year: number) =>
  queryOptions({
    queryKey: ['holidays', 'proposed', year],
    queryFn: ({ signal }) => proposeHolidays({ query: { year }, signal, meta: { quiet: true } }),
    staleTime: 0,
    meta: { staleOn: ['call-schedules'] },
  });

/** Saves the whole list, and says so if another planner was faster; their list is then fetched. */
export function useSaveHolidays() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveHolidays) => saveHolidays({ body, meta: { quiet: [CONFLICT] } }),
    onError: (failure) => {
      if (isApiError(failure, CONFLICT)) toastRefusal('Nothing was saved.', failure.message);
    },
    // Awaited, so that the next change is made to the list that was saved.
    onSettled: () => queryClient.invalidateQueries({ queryKey: holidaysQuery.queryKey }),
  });
}

/** A change of the list that was read: without these days, and with these holidays. */
export function changed(
  { version, holidays }: HolidaysRead,
  { without = [], added = [] }: { without?: readonly string[]; added?: HolidaysRead['holidays'] },
): SaveHolidays {
  return { version, holidays: [...holidays.filter(({ day }) => !without.includes(day)), ...added] };
}

/** What a copy would do; it changes nothing. */
export const copyPreviewQuery = (scheduleId: number, body: CopyMonth) =>
  queryOptions({
    queryKey: ['call-schedules', 'copy', scheduleId, body],
    queryFn: ({ signal }) => previewCopy({ path: { schedule_id: scheduleId }, body, signal, meta: { quiet: true } }),
    staleTime: 0,
    gcTime: 0,
    meta: { staleOn: ['call-schedules'] },
  });

/** The caller shows why a month cannot be copied. */
export function useCopyMonth(scheduleId: number) {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: (body: CopyMonth) =>
      attempt([scheduleId, body], (idempotencyKey) =>
        copyMonth({ path: { schedule_id: scheduleId }, body, meta: { quiet: true, idempotencyKey } }),
      ),
    onSettled: fetchAgain,
  });
}

export function useRemoveCopy(scheduleId: number) {
  return useMutation({
    mutationFn: (copyId: number) => removeCopy({ path: { schedule_id: scheduleId, copy_id: copyId } }),
    onSettled: fetchAgain,
  });
}

function fetchAgain() {
  markStale(['call-schedules'], 0);
}

/** What a comparison is about. */
export interface Compared {
  readonly serviceLineId: number;
  /** The first month, yyyy-MM. */
  readonly from: string;
  readonly months: number;
}

/** Who has how much of a line's call. A failure is shown in the place of the table. */
export const fairnessQuery = (compared: Compared) =>
  queryOptions({
    queryKey: ['call-schedules', 'fairness', compared],
    queryFn: ({ signal }) => getFairness({ query: { ...compared }, signal, meta: { quiet: true } }),
    meta: { staleOn: ['call-schedules'] },
  });
