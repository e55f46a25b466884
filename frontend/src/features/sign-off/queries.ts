import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { type AttemptStore, useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { ApiError, ChangedSinceError } from '@/api/errors';
import { completeConsult } from '@/api/generated/sdk/consults.gen';
import {
  exportSignOffNote,
  requestSignoffNoteLock,
  saveSignoffNote,
  signSignoffNote,
} from '@/api/generated/sdk/signoff.gen';
import type { SignOffNoteRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { applyResponse } from '@/api/apply-response';
import { showSigned } from '@/consults/queries';
import type { DialogValues, NoteCalls, SignOffCalls } from '@/service-lines/define';
import { session } from '@/session/state';
import { markNote } from '@/shared/lib/failed-notes';
import { toastDanger, toastRefusal } from '@/shared/ui/toasts';

import { conflictOf } from './conflicts';

const CONFLICT = 409;
/** Refusals that the note's own dialogs show. */
export const NOTE_REFUSALS = [400, 403, CONFLICT] as const;
/** Whether the failure is a refusal that no general toast reports. */
export function isNoteRefusal(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && NOTE_REFUSALS.some((status) => status === failure.status);
}

/** Browsers limit the body of a keepalive request, which outlives its page. */
const MAX_KEEPALIVE_BYTES = 60_000;

/** The consult's sign-off note as a list of one, or an empty list. The panel shows a failure in its place. */
export function signOffsQuery(consultId: string, { notes }: Pick<SignOffCalls, 'notes'>) {
  return queryOptions({
    queryKey: ['sign-offs', consultId],
    queryFn: () => notes({ path: { consult_id: consultId }, meta: { quiet: [404] } }),
    staleTime: 0,
    meta: { staleOn: [`consult/${consultId}`] },
  });
}

/** Locks the note for this window, and completes the consult first if requested. */
export function useOpenNote(consultId: string, editorId: string) {
  const path = { consult_id: consultId };
  const attempt = useAttempt({ final: true, independent: true });
  return useMutation({
    mutationFn: async (completeType: string | null) => {
      if (completeType !== null) {
        await attempt(completeType, async (idempotencyKey) =>
          completeConsult({ path, body: { completeType }, meta: { quiet: NOTE_REFUSALS, idempotencyKey } }),
        );
        markStale([`consult/${consultId}`, `card/${consultId}`, `timeline/${consultId}`], 0);
      }
      return requestSignoffNoteLock({ path, body: { docType: 'Note', editorId }, meta: { quiet: NOTE_REFUSALS } });
    },
    onError: (failure) => logFailure(consultId, 'open note', failure),
  });
}

/** Renews the lock, or takes it again. If there is no response, the next renewal is enough. */
export async function renewLock(consultId: string, editorId: string): Promise<SignOffNoteRead> {
  try {
    const meta = { quiet: true, retries: 0, timeout: 10_000 };
    return await requestSignoffNoteLock({ path: { consult_id: consultId }, body: { docType: 'Note', editorId }, meta });
  } catch (failure) {
    logFailure(consultId, 'renew lock', failure);
    throw failure;
  }
}

/**
 * Saves a draft. The saves of this window are numbered, so that a late one does not undo a later one. Each is sent only once, because
 * the next save supersedes it.
 */
export function useSaveNote(consultId: string, editorId: string) {
  const count = useRef(0);
  return async (content: DialogValues | null, releaseLock: boolean): Promise<SignOffNoteRead> => {
    count.current += 1;
    const body = {
      docType: 'Note' as const,
      content: content && { ...content },
      releaseLock,
      editorId,
      save: count.current,
    };
    const path = { consult_id: consultId };
    try {
      const note = await saveSignoffNote({ path, body, meta: { quiet: true, retries: 0, timeout: 10_000 } });
      markNote(consultId, false);
      return note;
    } catch (failure) {
      logFailure(consultId, 'save note', failure);
      // Someone else holding the lock does not count as a failed save.
      markNote(consultId, conflictOf(failure) === null);
      throw failure;
    }
  };
}

/** Saves and releases the lock while the page unloads; the response is not read. */
export function useSaveOnUnload(consultId: string, editorId: string) {
  return (content: DialogValues) => {
    const full = { docType: 'Note' as const, content: { ...content }, releaseLock: true, editorId };
    const fits = new TextEncoder().encode(JSON.stringify(full)).length < MAX_KEEPALIVE_BYTES;
    const body = fits ? full : { ...full, content: null };
    const call = { path: { consult_id: consultId }, body, keepalive: true, meta: { quiet: true, retries: 0 } };
    saveSignoffNote(call).catch(() => undefined);
  };
}

/** Releases the lock once `ready`, without saving. If that fails, or if the session has ended by then, the lock expires. */
export async function releaseNoteLock(consultId: string, editorId: string, ready?: Promise<void>) {
  const owner = session.getState();
  await ready;
  if (owner === null || session.getState() !== owner) return;
  const body = { docType: 'Note' as const, content: null, releaseLock: true, editorId };
  try {
    await saveSignoffNote({ path: { consult_id: consultId }, body, meta: { quiet: true, retries: 0 } });
  } catch (failure) {
    logFailure(consultId, 'give lock back', failure);
  }
}

interface Signing {
  consultId: string;
  editorId: string;
  /** Where the last attempt to sign is stored. */
  attempts: AttemptStore;
}

/** Signs the note, and refreshes the consult, its card and its timeline. */
export function useSignNote({ consultId, editorId, attempts }: Signing, { sign }: NoteCalls) {
  const attempt = useAttempt({ store: attempts, final: true });
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (content: DialogValues) =>
      attempt(content, async (idempotencyKey) => {
        const meta = { quiet: NOTE_REFUSALS, idempotencyKey };
        return sign(content, editorId, { path: { consult_id: consultId }, meta });
      }).catch(renameFieldErrors),
    onSuccess: (note: SignOffNoteRead) => {
      markNote(consultId, false);
      applyResponse(queryClient, ['sign-offs', consultId], () => [note]);
      showSigned(queryClient, consultId, note, 'editSignoffNote');
      markStale([`consult/${consultId}`, `card/${consultId}`, `timeline/${consultId}`], 0);
    },
    onError: (failure) => {
      logFailure(consultId, 'sign note', failure);
      if (failure instanceof ChangedSinceError) return;
      markNote(consultId, conflictOf(failure) === null);
    },
  });
}

/** What can be added to a signed note: an addendum, or a mark that it is in error. */
export type Addition = { docType: 'Addendum'; content: string } | { docType: 'Error' };

/** Adds to a signed note. The dialog shows an invalid text (400). */
export function useAddToNote(consultId: string) {
  const attempt = useAttempt();
  const showNote = useShowNote(consultId);
  return useMutation({
    mutationFn: async (addition: Addition) =>
      attempt(addition, async (idempotencyKey) =>
        signSignoffNote({
          path: { consult_id: consultId },
          body: addition,
          meta: { quiet: NOTE_REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: showNote,
    onError: (failure) => {
      logFailure(consultId, 'add to note', failure);
      if (!(failure instanceof ApiError) || failure.status === 400) return;
      const conflict = conflictOf(failure);
      if (conflict?.kind === 'locked') toastDanger(messages.NOTE_LOCKED.replaceAll('{name}', conflict.holder));
      else toastRefusal(messages.HELP_DESK, failure.message);
      markStale([`consult/${consultId}`], 0);
    },
  });
}

/** Shows the note from the server's response, and refreshes the consult and its timeline. */
export function useShowNote(consultId: string) {
  const queryClient = useQueryClient();
  return (note: SignOffNoteRead) => {
    applyResponse(queryClient, ['sign-offs', consultId], () => [note]);
    markStale([`consult/${consultId}`, `timeline/${consultId}`], 0);
  };
}

/** Fetches the document of the current version, never from a cache. */
export function useExportNote(consultId: string) {
  return useMutation({
    mutationFn: () => exportSignOffNote({ path: { consult_id: consultId }, meta: { quiet: [403, 404] } }),
    onError: (failure) => {
      logFailure(consultId, 'export note', failure);
      if (failure instanceof ApiError && failure.status < 500) toastRefusal(messages.HELP_DESK, failure.message);
    },
  });
}

const IN_CONTENT = /^content\./;

/** Renames the fields of a refusal to those of the form. */
function renameFieldErrors(failure: unknown): never {
  if (!(failure instanceof ApiError)) throw failure;
  const errors = failure.fieldErrors.map(({ field, message }) => ({ field: field.replace(IN_CONTENT, ''), message }));
  throw new ApiError(failure.status, { ...failure.details, errors });
}

/** Does not log the request or the server's message, since both can contain patient data. */
export function logFailure(consultId: string, call: string, failure: unknown) {
  if (failure instanceof ChangedSinceError) return;
  const status = failure instanceof ApiError ? failure.status : null;
  console.warn('A call about a note failed.', { call, status, consultId });
}
