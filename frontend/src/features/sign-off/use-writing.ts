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
import { giveLockBack, isShownHere, renewLock, useLastWords, useSignNote } from './queries';
import { useAutosave } from './use-autosave';
import { useNoteIdle } from './use-note-idle';
import { useSaving } from './use-saving';

export interface WritingOptions {
  consult: Consult;
  note: NoteCalls;
  editorId: string;
  /** As the server has it. */
  draft: DocumentVersion;
  /** Names the place of what is typed, which is kept over a sign-out. */
  draftKey: string;
  form: NoteForm;
  onClose: () => void;
  /** It has been signed elsewhere, and no input would be lost. */
  onSigned: () => void;
}

/** Everything around the form: saving, the lock, closing and signing. */
export function useWriting(options: WritingOptions) {
  const { consult, editorId, draft, draftKey, form, onClose, onSigned } = options;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [closing, setClosing] = useState<'no' | 'saving' | 'failed'>('no');
  const { saveNote, base } = useSaving(options);
  const signingRef = useRef<LastSigning>({ attempt: null, written: null });
  const lastWords = useLastWords(consult.id, editorId);

  const wouldLoseTyped = () => autosave.differs && !isSame(autosave.read(), signingRef.current.written);
  /** Whether someone else writes, or wrote last, or the note is signed; then this window stops saving. */
  const yields = (failure: unknown): boolean => {
    const found = conflictOf(failure);
    if (found === null) return false;
    void autosave.halt();
    if (found.kind === 'signed' && !wouldLoseTyped()) onSigned();
    else setConflict(found);
    return true;
  };
  const save = async (content: DialogValues, releaseLock: boolean) => {
    try {
      await saveNote(content, releaseLock);
      // A signed note takes no save, so it was not signed.
      const { attempt } = signingRef.current;
      signingRef.current = { attempt: attempt && { ...attempt, unanswered: false }, written: null };
    } catch (failure) {
      yields(failure);
      throw failure;
    }
  };
  const stored = draftOf(savedValues(draft));
  const autosave = useAutosave({ form, stored, save, lastWords });
  const state = useStore(autosave.state);
  // Also what can no longer be saved: it is not to be lost unasked.
  useDirtyForm(state !== 'saved', {
    drafts: () => [{ key: draftKey, values: { ...base(), values: form.getValues() } }],
  });
  useRenewal(consult.id, editorId, { enabled: conflict === null, onRefusal: yields });
  useAfterUnmount(
    useCallback(() => {
      // Closed in another way than by leaving the page, or locked by someone else.
      if (!autosave.ended) void giveLockBack(consult.id, editorId, autosave.halt());
    }, [autosave, consult.id, editorId]),
  );

  const close = async (how?: { unlessTyping: boolean }): Promise<boolean> => {
    if (conflict === null) {
      setClosing('saving');
      const end = await autosave.close(how);
      if (end !== 'closed') {
        // Who writes instead is said by then.
        setClosing(end === 'typing' || autosave.ended ? 'no' : 'failed');
        return false;
      }
    } else if (autosave.differs) {
      setClosing('failed');
      return false;
    }
    onClose();
    return true;
  };
  const signing = useSigning(options, { yields, autosave, signingRef });
  useNoteIdle(() => {
    if (conflict !== null || signing.busy || closing === 'saving') return;
    void close({ unlessTyping: true }).then(
      (closed) => closed && toastInfo('The note was saved and closed due to inactivity.'),
    );
  });
  return { autosave, conflict, close, closing, stay: () => setClosing('no'), signing };
}

/** The last attempt to sign, and the form as it was then while that attempt may have succeeded although its call failed. */
interface LastSigning {
  readonly attempt: Attempt | null;
  readonly written: DialogValues | null;
}

interface Writing extends Pick<ReturnType<typeof useWriting>, 'autosave'> {
  yields: (failure: unknown) => boolean;
  signingRef: RefObject<LastSigning>;
}

function useSigning({ consult, note, editorId, form, onClose }: WritingOptions, writing: Writing) {
  const { yields, autosave, signingRef } = writing;
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
    await autosave.halt();
    try {
      await signNote(content);
    } catch (failure) {
      refused(failure);
      return;
    }
    toastSuccess('Stroke note signed.');
    onClose();
  };
  const refused = (failure: unknown) => {
    if (yields(failure)) {
      setAsked(false);
      return;
    }
    autosave.resume();
    // Without an answer the same press can be made again.
    if (showServerErrors(form, failure)) {
      setAsked(false);
      return;
    }
    setFailed({ failure });
    if (isShownHere(failure)) toastRefusal(messages.HELP_DESK, failure.message);
  };
  return {
    /** The form is whole: what is missing is the patient's name. */
    asked,
    /** What became of the last press of Sign. */
    failed,
    ask: () => {
      setFailed(null);
      setAsked(true);
    },
    goBack: () => setAsked(false),
    sign: async () => {
      // From the press on, for a save that is under way is waited for first.
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

/** Keeps the lock while the editor is open, however long its writer thinks. */
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
