import { queryOptions, useMutation } from '@tanstack/react-query';

import { type ApiError, isApiError } from '@/api/errors';
import { listMyShifts, listPlannedShifts } from '@/api/generated/sdk/call-schedules.gen';
import { askForCover, endCover, listCoverRequests, takeCover } from '@/api/generated/sdk/cover-requests.gen';
import type { AskForCover } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { useAttempt } from '@/drafts/attempts';
import { fullName } from '@/shared/lib/full-name';
import { toastInfo } from '@/shared/ui/toasts';

/** The request does not exist anymore or is not for the user, or someone was first or has changed the plan. */
const REFUSALS = [404, 409];
const TAKEN = 'cover_taken';

const shared = { staleTime: 0, meta: { staleOn: ['call-schedules', 'me'] } } as const;

/** The user's shift that runs, and those of the coming months, by begin. What shows them also shows a failure; so do the others. */
export const myShiftsQuery = queryOptions({
  queryKey: ['call-schedules', 'my-shifts'],
  queryFn: ({ signal }) => listMyShifts({ signal, meta: { quiet: true } }),
  ...shared,
});

/** The requests for cover that concern the user: their own, those that they may take, and all of the lines that they plan. */
export const coverRequestsQuery = queryOptions({
  queryKey: ['call-schedules', 'cover-requests'],
  queryFn: ({ signal }) => listCoverRequests({ signal, meta: { quiet: true } }),
  ...shared,
});

/** Everything planned for a line from one moment until another, both ISO 8601. */
export function plannedShiftsQuery(serviceLineId: number, from: string, until: string) {
  return queryOptions({
    queryKey: ['call-schedules', 'planned-shifts', serviceLineId, from, until],
    queryFn: ({ signal }) =>
      listPlannedShifts({ query: { serviceLineId, from, until }, signal, meta: { quiet: true } }),
    ...shared,
  });
}

/** Asks colleagues for cover, or one of them to swap. The dialog shows the failure; the server refuses to ask twice for the same time. */
export function useAskForCover() {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: async (body: AskForCover) =>
      attempt(body, async (idempotencyKey) =>
        askForCover({ body, meta: { quiet: [400, ...REFUSALS], idempotencyKey } }),
      ),
    onSettled: fetchAgain,
  });
}

/** Takes a colleague's shift. A refusal is told in a toast. */
export function useTakeCover() {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: async (id: number) =>
      attempt(id, async (idempotencyKey) =>
        takeCover({ path: { cover_id: id }, meta: { quiet: REFUSALS, idempotencyKey } }),
      ),
    onError: tellRefusal,
    onSettled: fetchAgain,
  });
}

/** Withdraws a request that is open, or takes back what was agreed. A refusal is told in a toast. */
export function useEndCover() {
  return useMutation({
    mutationFn: (id: number) => endCover({ path: { cover_id: id }, meta: { quiet: REFUSALS } }),
    onError: tellRefusal,
    onSettled: fetchAgain,
  });
}

/** Whether the server refused it, so that trying again cannot help. */
export function isRefused(failure: unknown): failure is ApiError {
  return REFUSALS.some((status) => isApiError(failure, status));
}

function tellRefusal(failure: unknown) {
  if (isRefused(failure)) toastInfo(whyRefused(failure));
}

function whyRefused(failure: ApiError): string {
  const { takenBy } = failure.details;
  return failure.code === TAKEN && isNamed(takenBy)
    ? `${fullName(takenBy)} has already taken this shift.`
    : failure.message;
}

function isNamed(person: unknown): person is { firstName: string; lastName: string } {
  return typeof person === 'object' && person !== null && 'firstName' in person && 'lastName' in person;
}

function fetchAgain() {
  markStale(['call-schedules'], 0);
}
