import { queryOptions, useMutation } from '@tanstack/react-query';

import {
  importCalendar,
  issueCalendarLink,
  listCalendarLinks,
  listImportedCalendars,
  previewImportedCalendar,
  removeImportedCalendar,
  revokeCalendarLink,
} from '@/api/generated/sdk/calendars.gen';
import type { CalendarSource, ImportCalendar } from '@/api/generated/types.gen';
import { ApiError, isApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { useAttempt } from '@/drafts/attempts';
import { toastDanger } from '@/shared/ui/toasts';

/** Refusals that say what to do. */
const REFUSALS = [404, 409, 429];

/** The user's own addresses. They change only here, apart from when a calendar has read them. */
export const calendarLinksQuery = queryOptions({
  queryKey: ['calendar-links'],
  queryFn: ({ signal }) => listCalendarLinks({ signal, meta: { quiet: true } }),
  staleTime: 0,
});

/** Calendars are fetched every quarter of an hour, which is no event. */
const REFETCH_MS = 5 * 60_000;

/** What shows them also shows a failure. */
export function importedCalendarsQuery(scheduleId: number) {
  return queryOptions({
    queryKey: ['imported-calendars', scheduleId],
    queryFn: ({ signal }) =>
      listImportedCalendars({ path: { schedule_id: scheduleId }, signal, meta: { quiet: true } }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    meta: { staleOn: ['call-schedules'] },
  });
}

/** A new address for the shifts of a schedule, or with null for the user's own on all schedules. */
export function useIssueLink(scheduleId: number | null) {
  return useMutation({
    mutationFn: () => issueCalendarLink({ body: { scheduleId }, meta: { quiet: true } }),
    onSettled: (_result, _failure, _variables, _context, { client }) =>
      client.invalidateQueries({ queryKey: calendarLinksQuery.queryKey }),
  });
}

export function useRevokeLink() {
  return useMutation({
    mutationFn: (linkId: number) => revokeCalendarLink({ path: { link_id: linkId }, meta: { quiet: [404] } }),
    onSettled: (_result, _failure, _variables, _context, { client }) =>
      client.invalidateQueries({ queryKey: calendarLinksQuery.queryKey }),
  });
}

/** Nothing is stored. The caller shows the failure. */
export function usePreviewCalendar(scheduleId: number) {
  return useMutation({
    mutationFn: (body: CalendarSource) =>
      previewImportedCalendar({ path: { schedule_id: scheduleId }, body, meta: { quiet: [400, ...REFUSALS] } }),
  });
}

/** The caller shows the failure. */
export function useImportCalendar(scheduleId: number) {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: (body: ImportCalendar) =>
      attempt(body, (idempotencyKey) =>
        importCalendar({
          path: { schedule_id: scheduleId },
          body,
          meta: { quiet: [400, ...REFUSALS], idempotencyKey },
        }),
      ),
    onSettled: fetchAgain,
  });
}

/** Whether another planner replaced or removed the calendar after this one had opened it. */
export function isReplacedMeanwhile(failure: unknown): boolean {
  return isApiError(failure, 409, 'calendar_saved');
}

export function useRemoveCalendar(scheduleId: number) {
  return useMutation({
    mutationFn: (calendarId: number) =>
      removeImportedCalendar({
        path: { schedule_id: scheduleId, calendar_id: calendarId },
        meta: { quiet: REFUSALS },
      }),
    onError: (failure) => {
      if (failure instanceof ApiError && REFUSALS.includes(failure.status)) toastDanger(failure.message);
    },
    onSettled: fetchAgain,
  });
}

function fetchAgain() {
  markStale(['call-schedules'], 0);
}
