import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { type AttemptStore, useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { ApiError, ChangedSinceError } from '@/api/errors';
import {
  completeConsult,
  exportSignOffNote,
  requestSignoffNoteLock,
  saveSignoffNote,
  signSignoffNote,
} from '@/api/generated/sdk.gen';
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
export const SHOWN = [400, 403, CONFLICT] as const;
/** Whether it is a refusal of which no general toast tells. */
export function isShownHere(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && SHOWN.some((status) => status === failure.status);
}

/** Browsers take no more with a call that outlives its page. */
const LONGEST_LAST_WORDS = 60_000;

/** The consult's sign-off note as a list of one, or of none; that there is none to be had is said in its place. */
export function signOffsQuery(consultId: string, { notes }: Pick<SignOffCalls, 'notes'>) {
  return queryOptions({
    queryKey: ['sign-offs', consultId],
    queryFn: () => notes({ path: { consult_id: consultId }, meta: { quiet: [404] } }),
    staleTime: 0,
    meta: { staleOn: [`consult/${consultId}`] },
  });
}

/** Opens the note for this window; before it completes the consult where that is asked for. */
export function useOpenNote(consultId: string, editorId: string) {
  const path = { consult_id: consultId };
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: async (completeType: string | null) => {
      if (completeType !== null) {
        await attempt(completeType, async (idempotencyKey) =>
          completeConsult({ path, body: { completeType }, meta: { quiet: SHOWN, idempotencyKey } }),
        );
        markStale([`consult/${consultId}`, `card/${consultId}`, `timeline/${consultId}`], 0);
      }
      return requestSignoffNoteLock({ path, body: { docType: 'Note', editorId }, meta: { quiet: SHOWN } });
    },
    onError: (failure) => logFailure(consultId, 'open note', failure),
  });
}

/** Says that the note is still being written here, or again; without an answer the next time does as well. */
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
 * Keeps a draft. The saves of this window are counted, so that one that arrives late does not undo a later one; each is tried once, for
 * the next one says more.
 */
export function useSaveNote(consultId: string, editorId: string) {
  const count = useRef(0);
  return async (content: DialogValues | null, releaseLock: boolean): Promise<SignOffNoteRead> => {
    count.current += 1;
    const kept = content === null ? null : { ...content };
    const body = { docType: 'Note' as const, content: kept, releaseLock, editorId, save: count.current };
    const path = { consult_id: consultId };
    try {
      const note = await saveSignoffNote({ path, body, meta: { quiet: true, retries: 0, timeout: 10_000 } });
      markNote(consultId, false);
      return note;
    } catch (failure) {
      logFailure(consultId, 'save note', failure);
      // A lock that someone else holds is not a failure of the note.
      markNote(consultId, conflictOf(failure) === null);
      throw failure;
    }
  };
}

/** Saves and releases the lock while the page unloads; the response is not read. */
export function useLastWords(consultId: string, editorId: string) {
  return (content: DialogValues) => {
    const whole = { docType: 'Note' as const, content: { ...content }, releaseLock: true, editorId };
    const fits = new TextEncoder().encode(JSON.stringify(whole)).length < LONGEST_LAST_WORDS;
    const body = fits ? whole : { ...whole, content: null };
    const call = { path: { consult_id: consultId }, body, keepalive: true, meta: { quiet: true, retries: 0 } };
    saveSignoffNote(call).catch(() => undefined);
  };
}

/** Gives the lock back once `ready`, and nothing else; where that fails, and where the session ended before, it lapses. */
export async function giveLockBack(consultId: string, editorId: string, ready?: Promise<void>) {
  const whose = session.getState();
  await ready;
  if (whose === null || session.getState() !== whose) return;
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

/** Signs what is sent; the consult, its card and its timeline follow. */
export function useSignNote({ consultId, editorId, attempts }: Signing, { sign }: NoteCalls) {
  const attempt = useAttempt({ store: attempts });
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (content: DialogValues) =>
      attempt(content, async (idempotencyKey) => {
        const meta = { quiet: SHOWN, idempotencyKey };
        return sign(content, editorId, { path: { consult_id: consultId }, meta });
      }).catch(inWordsOfTheForm),
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

/** What may be added to a signed note: a text, or that it is in error. */
export type Addition = { docType: 'Addendum'; content: string } | { docType: 'Error' };

/** Adds to a signed note; a refusal of the text (400) is the dialog's to show. */
export function useAddToNote(consultId: string) {
  const attempt = useAttempt({ repeatable: true });
  const showNote = useShowNote(consultId);
  return useMutation({
    mutationFn: async (addition: Addition) =>
      attempt(addition, async (idempotencyKey) =>
        signSignoffNote({
          path: { consult_id: consultId },
          body: addition,
          meta: { quiet: SHOWN, idempotencyKey },
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

/** Shows a note as the server answered it; the consult and its timeline follow. */
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

/** A refusal names the fields as the form does. */
function inWordsOfTheForm(failure: unknown): never {
  if (!(failure instanceof ApiError)) throw failure;
  const errors = failure.fieldErrors.map(({ field, message }) => ({ field: field.replace(IN_CONTENT, ''), message }));
  throw new ApiError(failure.status, { ...failure.details, errors });
}

/** Neither the request nor the server's words: both may hold patient data. */
export function logFailure(consultId: string, call: string, failure: unknown) {
  if (failure instanceof ChangedSinceError) return;
  const status = failure instanceof ApiError ? failure.status : null;
  console.warn('A call about a note failed.', { call, status, consultId });
}
