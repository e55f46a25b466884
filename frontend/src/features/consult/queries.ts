import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { ApiError, ChangedSinceError, isApiError, mayHaveBeenDone } from '@/api/errors';
import { getLocationOptions } from '@/api/generated/@tanstack/react-query.gen';
import {
  acknowledgeConsult,
  changeConsult,
  completeConsult,
  editPatient,
  exportConsult,
  getBluestreamRoom,
  getCoreVideoRoom,
  getVidyoRoom,
} from '@/api/generated/sdk.gen';
import { markStale } from '@/api/live';
import type { DialogValues, SignOffCalls } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { reloadPage, sayAfterReload } from '@/session/reload';
import { toastInfo, toastRefusal } from '@/shared/ui/toasts';

import { whoWasFirst } from '@/consults/attribution';
import { consultQuery, showConsult, showSigned, updateConsult } from '@/consults/queries';

const FORBIDDEN = 403;
const NOT_FOUND = 404;
const CONFLICT = 409;
/** Refusals of an action that are said where it was pressed: the consult is still there to be read. */
const REFUSED = [FORBIDDEN, CONFLICT];

export function useAcknowledge(consultId: string) {
  return useMutation({
    mutationFn: () => acknowledgeConsult({ path: { consult_id: consultId }, meta: { quiet: REFUSED } }),
    ...useSettle(consultId, 'acknowledge'),
  });
}

/** Its refusal of single fields (400) is the dialog's to show. */
export function useComplete(consultId: string) {
  const attempt = useAttempt();
  return useMutation({
    mutationFn: async (completion: DialogValues) => {
      const { zCompleteConsult } = await import('@/api/generated/zod.gen');
      const call = { path: { consult_id: consultId }, body: zCompleteConsult.parse(completion) };
      return attempt(completion, async (idempotencyKey) =>
        completeConsult({ ...call, meta: { quiet: [400, ...REFUSED], idempotencyKey } }),
      );
    },
    ...useSettle(consultId, 'complete'),
  });
}

interface Signature {
  content: DialogValues;
  /** Completes the consult before; else corrects how its call was held, where that is said otherwise. */
  completes: boolean;
  /** The consult has ended as the content says: what is left to do, also after a failure, is to sign. */
  onEnded: () => void;
}

/** Completes or corrects the consult and signs it off, in this order. */
export function useSignOff(consultId: string, signOff: SignOffCalls | null) {
  const queryClient = useQueryClient();
  const attempt = useAttempt();
  const { mutateAsync: complete } = useComplete(consultId);
  const { mutateAsync: change } = useChange(consultId);
  const { queryKey } = consultQuery(consultId);
  return useMutation({
    mutationFn: async ({ content, completes, onEnded }: Signature) => {
      if (signOff === null) throw new Error('This line has no short sign-off.');
      const { typeofCall: completeType, cancellationReason, comment: qaComment } = content;
      if (completes) {
        const completion = { completeType, cancellationReason, qaComment, ...signOff.completion?.(content) };
        await complete(completion).catch(inWordsOfTheSignOff);
        onEnded();
      } else if (queryClient.getQueryData(queryKey)?.completeType !== completeType) {
        await change({ completeType, cancellationReason }).catch(inWordsOfTheSignOff);
        onEnded();
      }
      const sign = async (idempotencyKey: string) =>
        signOff.sign(content, { path: { consult_id: consultId }, meta: { quiet: [400, ...REFUSED], idempotencyKey } });
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

/** A refusal of the completion names its fields as the dialog that shows them does. */
function inWordsOfTheSignOff(failure: unknown): never {
  if (!(failure instanceof ApiError)) throw failure;
  const errors = failure.fieldErrors.map(({ field, message }) => ({ field: signOffFields[field] ?? field, message }));
  throw new ApiError(failure.status, { ...failure.details, errors });
}

export function useCancel(consultId: string) {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: async (cancellationReason: string) =>
      attempt(cancellationReason, async (idempotencyKey) =>
        completeConsult({
          path: { consult_id: consultId },
          query: { cancel: true },
          body: { completeType: 'cancelled', cancellationReason },
          meta: { quiet: REFUSED, idempotencyKey },
        }),
      ),
    ...useSettle(consultId, 'cancel'),
  });
}

/** Sends what is changed and nothing else. */
export function useChange(consultId: string) {
  return useMutation({
    mutationFn: async (change: DialogValues) => {
      const { zChangeConsult } = await import('@/api/generated/zod.gen');
      return changeConsult({
        path: { consult_id: consultId },
        body: zChangeConsult.parse(change),
        meta: { quiet: REFUSED },
      });
    },
    ...useSettle(consultId, 'edit'),
  });
}

/** The unit that asked, with its rules about patients; that it cannot be loaded is said in its place. */
export function unitQuery(locationId: number) {
  return queryOptions(getLocationOptions({ path: { location_id: locationId }, meta: { quiet: [404] } }));
}

/**
 * Of two at once the later one is refused. A refusal reloads the page, which then says why and shows how patient and consult stand;
 * without any answer there is nothing to load it from.
 */
export function useEditPatient({ id: consultId, Patient }: Pick<Consult, 'id' | 'Patient'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (correction: DialogValues) => {
      const { zEditPatient } = await import('@/api/generated/zod.gen');
      const path = { patient_id: Patient.id, consult_id: consultId };
      return editPatient({ path, body: zEditPatient.parse(correction), meta: { quiet: REFUSED } });
    },
    onSuccess: (patient) => {
      updateConsult(queryClient, consultId, (consult) => ({ ...consult, Patient: patient }));
      markStale([`card/${consultId}`], 0);
    },
    onError: (failure) => {
      logFailure(consultId, 'edit patient', failure);
      if (!(failure instanceof ApiError)) return;
      sayAfterReload(
        failure.status === CONFLICT
          ? { failed: false, why: whoWasFirst(failure) }
          : { failed: true, why: mayHaveBeenDone(failure) ? null : failure.message },
      );
      void reloadPage();
    },
  });
}

/** Writes down that the consult is taken out on paper; where that fails, that is said here and nothing may be printed. */
export function useExport(consultId: string) {
  return useMutation({
    mutationFn: () => exportConsult({ path: { consult_id: consultId }, meta: { quiet: [FORBIDDEN] } }),
    onError: (failure) => {
      logFailure(consultId, 'export', failure);
      if (isApiError(failure, FORBIDDEN)) toastRefusal(messages.HELP_DESK, failure.message);
    },
  });
}

/** The ways into other providers' rooms, by what the server calls them among the allowed actions. */
export const rooms = {
  joinVidyo: getVidyoRoom,
  joinBluestream: getBluestreamRoom,
  joinCoreVideo: getCoreVideoRoom,
} as const;

export type Room = keyof typeof rooms;

/** Asks for the address of a room each time it is entered; what it is may depend on the moment. */
export function useRoomAddress(consultId: string) {
  return useMutation({
    mutationFn: (room: Room) =>
      rooms[room]({ path: { consult_id: consultId }, meta: { quiet: [FORBIDDEN, NOT_FOUND] } }),
    onError: (failure) => {
      settleFailure(consultId, 'enter room')(failure);
      if (!isApiError(failure, NOT_FOUND)) return;
      // The room, or the whole consult, went while the page showed it.
      toastRefusal(messages.HELP_DESK, failure.message);
      markStale([`consult/${consultId}`], 0);
    },
  });
}

/** Neither the request nor the server's words: both may hold patient data. */
function logFailure(consultId: string, call: string, failure: unknown) {
  if (failure instanceof ChangedSinceError) return;
  const status = failure instanceof ApiError ? failure.status : null;
  console.warn('A call about a consult failed.', { call, status, consultId });
}

/** Shows the answer, and lets list and timeline follow. */
function useSettle(consultId: string, call: string) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (consult: Consult) => {
      showConsult(queryClient, consult);
      // The answer is the whole consult: only what is made of it elsewhere has to be fetched.
      markStale([`card/${consultId}`, `timeline/${consultId}`], 0);
    },
    onError: settleFailure(consultId, call),
  };
}

/** Says after a refusal who was first or what this user has to do before, and shows how the consult stands. */
function settleFailure(consultId: string, call: string) {
  return (failure: unknown) => {
    logFailure(consultId, call, failure);
    if (isApiError(failure, FORBIDDEN)) {
      toastRefusal(messages.HELP_DESK, failure.message);
      markStale(['me'], 0);
    } else if (isApiError(failure, CONFLICT)) toastInfo(whoWasFirst(failure));
    else return;
    markStale([`consult/${consultId}`, `timeline/${consultId}`], 0);
  };
}
