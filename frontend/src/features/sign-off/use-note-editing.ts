import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import type { DocumentVersion } from '@/api/generated/types.gen';
import { showServerErrors } from '@/api/show-server-errors';
import type { DialogValues, NoteCalls, NoteForm } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { useAfterUnmount } from '@/shared/hooks/use-after-unmount';
import { useStore } from 'zustand';
import type { Attempt } from '@/drafts/attempts';
import { useDirtyForm } from '@/drafts/use-draft';
import { isSame } from '@/shared/lib/same';
import { toastInfo, toastRefusal, toastSuccess } from '@/shared/ui/toasts';

import { type Conflict, conflictOf } from './conflicts';
import { draftOf, savedValues } from './draft';
import { releaseNoteLock, isNoteRefusal, renewLock, useSaveOnUnload, useSignNote } from './queries';
import { useAutosave } from './use-autosave';
import { useNoteIdle } from './use-note-idle';
import { useSaving } from './use-saving';

export interface NoteEditingOptions {
  consult: Consult;
  note: NoteCalls;
  editorId: string;
  /** The draft on the server. */
  draft: DocumentVersion;
  /** The key of the note's draft, which survives a sign-out. */
  draftKey: string;
  form: NoteForm;
  /** Whether the user is talking to someone, which counts as activity. */
  isTalking: () => boolean;
  onClose: () => void;
  /** Called if the note has been signed elsewhere and no input would be lost. */
  onSigned: () => void;
}

/** Saving, locking, closing and signing. */
export function useNoteEditing(options: NoteEditingOptions) {
  const { consult, editorId, draft, draftKey, form, onClose, onSigned } = options;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [closing, setClosing] = useState<'no' | 'saving' | 'failed'>('no');
  const { saveNote, draftBase } = useSaving(options);
  const signingRef = useRef<SigningAttempt>({ attempt: null, written: null });
  const saveOnUnload = useSaveOnUnload(consult.id, editorId);

  const wouldLoseInput = () => autosave.isDirty && !isSame(autosave.read(), signingRef.current.written);
  /** Stops saving and returns true if someone else is editing or has edited the note, or if it is signed. */
  const handleConflict = (failure: unknown): boolean => {
    const found = conflictOf(failure);
    if (found === null) return false;
    void autosave.stop();
    if (found.kind === 'signed' && !wouldLoseInput()) onSigned();
    else setConflict(found);
    return true;
  };
  const save = async (content: DialogValues, releaseLock: boolean) => {
    try {
      await saveNote(content, releaseLock);
      // A signed note accepts no saves, so the last attempt to sign did not succeed.
      const { attempt } = signingRef.current;
      signingRef.current = { attempt: attempt && { ...attempt, unanswered: false }, written: null };
    } catch (failure) {
      handleConflict(failure);
      throw failure;
    }
  };
  const stored = draftOf(savedValues(draft));
  const autosave = useAutosave({ form, stored, save, saveOnUnload });
  const state = useStore(autosave.state);
  // Includes input that can no longer be saved, which must not be discarded without confirmation.
  useDirtyForm(state !== 'saved', {
    drafts: () => [{ key: draftKey, values: { ...draftBase(), values: form.getValues() } }],
  });
  useRenewal(consult.id, editorId, { enabled: conflict === null, onRefusal: handleConflict });
  useAfterUnmount(
    useCallback(() => {
      // The note was not closed or signed, and is not locked by someone else.
      if (!autosave.ended) void releaseNoteLock(consult.id, editorId, autosave.stop());
    }, [autosave, consult.id, editorId]),
  );

  const close = async (how?: { unlessTyping: boolean }): Promise<boolean> => {
    if (conflict === null) {
      setClosing('saving');
      const end = await autosave.close(how);
      if (end !== 'closed') {
        // By then a banner says who is editing the note.
        setClosing(end === 'typing' || autosave.ended ? 'no' : 'failed');
        return false;
      }
    } else if (autosave.isDirty) {
      setClosing('failed');
      return false;
    }
    onClose();
    return true;
  };
  const signing = useSigning(options, { handleConflict, autosave, signingRef });
  useNoteIdle(options.isTalking, () => {
    if (conflict !== null || signing.busy || closing === 'saving') return;
    void close({ unlessTyping: true }).then(
      (closed) => closed && toastInfo('The note was saved and closed due to inactivity.'),
    );
  });
  return { autosave, conflict, close, closing, stay: () => setClosing('no'), signing };
}

/** The last attempt to sign. `written` has the form's values while that attempt may have succeeded although its request failed. */
interface SigningAttempt {
  readonly attempt: Attempt | null;
  readonly written: DialogValues | null;
}

interface NoteEditing extends Pick<ReturnType<typeof useNoteEditing>, 'autosave'> {
  handleConflict: (failure: unknown) => boolean;
  signingRef: RefObject<SigningAttempt>;
}

function useSigning({ consult, note, editorId, form, onClose }: NoteEditingOptions, editing: NoteEditing) {
  const { handleConflict, autosave, signingRef } = editing;
  const [asked, setAsked] = useState(false);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  const attempts = {
    read: () => signingRef.current.attempt,
    write: (attempt: Attempt | null) => {
      signingRef.current = { attempt, written: attempt?.unanswered === true ? autosave.read() : null };
    },
  };
  const { mutateAsync: signNote } = useSignNote({ consultId: consult.id, editorId, attempts }, note);
  const sign = async (content: DialogValues) => {
    await autosave.stop();
    try {
      await signNote(content);
    } catch (failure) {
      handleFailure(failure);
      return;
    }
    toastSuccess('Stroke note signed.');
    onClose();
  };
  const handleFailure = (failure: unknown) => {
    if (handleConflict(failure)) {
      setAsked(false);
      return;
    }
    autosave.resume();
    // Without a response, the user can retry the same request.
    if (showServerErrors(form, failure)) {
      setAsked(false);
      return;
    }
    setFailed({ failure });
    if (isNoteRefusal(failure)) toastRefusal(messages.HELP_DESK, failure.message);
  };
  return {
    /** The form is valid, and the user is asked to type the patient's name. */
    asked,
    /** The failure of the last attempt; null if there is none. */
    failed,
    ask: () => {
      setFailed(null);
      setAsked(true);
    },
    cancel: () => setAsked(false),
    sign: async () => {
      // Busy from the click on, because a save in flight has to finish first.
      setBusy(true);
      setFailed(null);
      await form.handleSubmit(sign, () => setAsked(false))();
      setBusy(false);
    },
    busy,
  };
}

interface RenewalOptions {
  enabled: boolean;
  onRefusal: (failure: unknown) => boolean;
}

/** Keeps the lock while the editor is open, even if nothing is typed. */
function useRenewal(consultId: string, editorId: string, { enabled, onRefusal }: RenewalOptions) {
  const renew = useEffectEvent(() => {
    renewLock(consultId, editorId).catch(onRefusal);
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const timer = window.setInterval(() => renew(), constants.LOCK_RENEWAL_MS);
    return () => window.clearInterval(timer);
  }, [enabled]);
}
