import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { ApiError, isApiError, mayHaveSucceeded } from '@/api/errors';
import { getLocationOptions } from '@/api/generated/queries/places.gen';
import { acknowledgeConsult, changeConsult, completeConsult, exportConsult } from '@/api/generated/sdk/consults.gen';
import { editPatient } from '@/api/generated/sdk/encounters.gen';
import { getBluestreamRoom, getCoreVideoRoom, getVidyoRoom } from '@/api/generated/sdk/video.gen';
import { markStale } from '@/api/live';
import type { DialogValues, SignOffCalls } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { reloadPage, storeReloadNotice } from '@/session/reload';
import { toastRefusal } from '@/shared/ui/toasts';

import { whoWasFirst } from '@/consults/attribution';
import { consultQuery, showConsult, showSigned, updateConsult } from '@/consults/queries';
import { ACTION_REFUSALS, logFailure, settleFailure } from '@/consults/settling';

const FORBIDDEN = 403;
const NOT_FOUND = 404;
const CONFLICT = 409;

/** True for a failure that is reported by a toast and refreshes the consult. */
export function isActionRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && ACTION_REFUSALS.includes(failure.status);
}

export function useAcknowledge(consultId: string) {
  return useMutation({
    mutationFn: () => acknowledgeConsult({ path: { consult_id: consultId }, meta: { quiet: ACTION_REFUSALS } }),
    ...useSettle(consultId, 'acknowledge'),
  });
}

/** The dialog shows field errors (400). */
export function useComplete(consultId: string) {
  const attempt = useAttempt({ final: true });
  return useMutation({
    mutationFn: async (completion: DialogValues) => {
      const { zCompleteConsult } = await import('@/api/generated/zod.gen');
      const call = { path: { consult_id: consultId }, body: zCompleteConsult.parse(completion) };
      return attempt(completion, async (idempotencyKey) =>
        completeConsult({ ...call, meta: { quiet: [400, ...ACTION_REFUSALS], idempotencyKey } }),
      );
    },
    ...useSettle(consultId, 'complete'),
  });
}

interface Signature {
  content: DialogValues;
  /** Whether to complete the consult first. Otherwise its type of call is corrected if the sign-off has a different one. */
  completes: boolean;
  /** Called when the consult is completed or corrected, and only signing is left, even if that fails. */
  onEnded: () => void;
}

/** Completes or corrects the consult, then signs it off. */
export function useSignOff(consultId: string, signOff: SignOffCalls | null) {
  const queryClient = useQueryClient();
  const attempt = useAttempt({ final: true });
  const { mutateAsync: complete } = useComplete(consultId);
  const { mutateAsync: change } = useChange(consultId);
  const { queryKey } = consultQuery(consultId);
  return useMutation({
    mutationFn: async ({ content, completes, onEnded }: Signature) => {
      if (signOff === null) throw new Error('This line has no short sign-off.');
      const { typeofCall: completeType, cancellationReason, comment: qaComment } = content;
      if (completes) {
        const completion = { completeType, cancellationReason, qaComment, ...signOff.completion?.(content) };
        await complete(completion).catch(renameFieldErrors);
        onEnded();
      } else if (queryClient.getQueryData(queryKey)?.completeType !== completeType) {
        await change({ completeType, cancellationReason }).catch(renameFieldErrors);
        onEnded();
      }
      const sign = async (idempotencyKey: string) =>
        signOff.sign(content, {
          path: { consult_id: consultId },
          meta: { quiet: [400, ...ACTION_REFUSALS], idempotencyKey },
        });
      try {
        return await attempt(content, sign);
      } catch (failure) {
        settleFailure(consultId, 'sign off')(failure);
        throw failure;
      }
    },
    onSuccess: (note) => {
      showSigned(queryClient, consultId, note, 'signOff');
      markStale([`consult/${consultId}`, `timeline/${consultId}`], 0);
    },
  });
}

const signOffFields: Readonly<Record<string, string>> = { completeType: 'typeofCall', qaComment: 'comment' };

/** Renames the fields of a refused completion to those of the sign-off dialog. */
function renameFieldErrors(failure: unknown): never {
  if (!(failure instanceof ApiError)) throw failure;
  const errors = failure.fieldErrors.map(({ field, message }) => ({ field: signOffFields[field] ?? field, message }));
  throw new ApiError(failure.status, { ...failure.details, errors });
}

export function useCancel(consultId: string) {
  const attempt = useAttempt({ final: true, independent: true });
  return useMutation({
    mutationFn: async (cancellationReason: string) =>
      attempt(cancellationReason, async (idempotencyKey) =>
        completeConsult({
          path: { consult_id: consultId },
          query: { cancel: true },
          body: { completeType: 'cancelled', cancellationReason },
          meta: { quiet: ACTION_REFUSALS, idempotencyKey },
        }),
      ),
    ...useSettle(consultId, 'cancel'),
  });
}

/** Sends only the changed fields. */
export function useChange(consultId: string) {
  return useMutation({
    mutationFn: async (change: DialogValues) => {
      const { zChangeConsult } = await import('@/api/generated/zod.gen');
      return changeConsult({
        path: { consult_id: consultId },
        body: zChangeConsult.parse(change),
        meta: { quiet: ACTION_REFUSALS },
      });
    },
    ...useSettle(consultId, 'edit'),
  });
}

/** The requesting unit, with its rules about patients. The dialog shows a failure in place of the fields. */
export function unitQuery(locationId: number) {
  return queryOptions(getLocationOptions({ path: { location_id: locationId }, meta: { quiet: [404] } }));
}

/**
 * If two users edit at the same time, the second is refused. A refusal reloads the page, which then says why and shows the current patient and
 * consult. Without a response the page is not reloaded, as the server may be unreachable.
 */
export function useEditPatient({ id: consultId, Patient }: Pick<Consult, 'id' | 'Patient'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (correction: DialogValues) => {
      const { zEditPatient } = await import('@/api/generated/zod.gen');
      const path = { patient_id: Patient.id, consult_id: consultId };
      return editPatient({ path, body: zEditPatient.parse(correction), meta: { quiet: ACTION_REFUSALS } });
    },
    onSuccess: (patient) => {
      updateConsult(queryClient, consultId, (consult) => ({ ...consult, Patient: patient }));
      markStale([`card/${consultId}`], 0);
    },
    onError: (failure) => {
      logFailure(consultId, 'edit patient', failure);
      if (!(failure instanceof ApiError)) return;
      storeReloadNotice(
        failure.status === CONFLICT
          ? { failed: false, message: whoWasFirst(failure) }
          : { failed: true, message: mayHaveSucceeded(failure) ? null : failure.message },
      );
      void reloadPage();
    },
  });
}

/** Records that the consult is being printed. If that fails, a toast says so and nothing is printed. */
export function useExport(consultId: string) {
  return useMutation({
    mutationFn: () => exportConsult({ path: { consult_id: consultId }, meta: { quiet: [FORBIDDEN] } }),
    onError: (failure) => {
      logFailure(consultId, 'export', failure);
      if (isApiError(failure, FORBIDDEN)) toastRefusal(messages.HELP_DESK, failure.message);
    },
  });
}

/** The endpoints that return the addresses of other providers' video rooms, by their allowed action. */
export const rooms = {
  joinVidyo: getVidyoRoom,
  joinBluestream: getBluestreamRoom,
  joinCoreVideo: getCoreVideoRoom,
} as const;

export type Room = keyof typeof rooms;

/** Fetches a room's address each time it is entered, since it can change. */
export function useRoomAddress(consultId: string) {
  return useMutation({
    mutationFn: (room: Room) =>
      rooms[room]({ path: { consult_id: consultId }, meta: { quiet: [FORBIDDEN, NOT_FOUND] } }),
    onError: (failure) => {
      settleFailure(consultId, 'enter room')(failure);
      if (!isApiError(failure, NOT_FOUND)) return;
      // The room, or the whole consult, was removed while the page was open.
      toastRefusal(messages.HELP_DESK, failure.message);
      markStale([`consult/${consultId}`], 0);
    },
  });
}

/** Shows the server's response, and refreshes the card and the timeline. */
function useSettle(consultId: string, call: string) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (consult: Consult) => {
      showConsult(queryClient, consult);
      // The response is the whole consult, so only queries that depend on it need to be refetched.
      markStale([`card/${consultId}`, `timeline/${consultId}`, `transfer/${consultId}`], 0);
    },
    onError: settleFailure(consultId, call),
  };
}
