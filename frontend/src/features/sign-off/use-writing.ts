import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import type { DocumentVersion } from '@/api/generated/types.gen';
import { showServerErrors } from '@/api/show-server-errors';
import type { DialogValues, NoteCalls, NoteForm } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { useAfterUnmount } from '@/shared/hooks/use-after-unmount';
import { useStore } from '@/shared/hooks/use-store';
import { useUnsavedInput } from '@/shared/hooks/use-unsaved-input';
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
  keepAs: string;
  form: NoteForm;
  onClose: () => void;
  /** It was signed meanwhile, and nothing typed would be lost. */
  onSigned: () => void;
}

/** What goes on around the form: saving, the lock, closing and signing. */
export function useWriting(options: WritingOptions) {
  const { consult, editorId, draft, keepAs, form, onClose, onSigned } = options;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [closing, setClosing] = useState<'no' | 'saving' | 'failed'>('no');
  const { saveNote, base } = useSaving(options);
  /** What may have been signed though the call failed: the form as it stood, and what was sent. */
  const perhapsSignedRef = useRef<PerhapsSigned>(unsigned);
  const lastWords = useLastWords(consult.id, editorId);

  const wouldLoseTyped = () => autosave.differs && !isSame(autosave.read(), perhapsSignedRef.current.written);
  /** Whether somebody else writes, or wrote last, or it is signed; then nothing is saved here any longer. */
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
      // A signed note takes no save.
      perhapsSignedRef.current = unsigned;
    } catch (failure) {
      yields(failure);
      throw failure;
    }
  };
  const stored = draftOf(savedValues(draft));
  const autosave = useAutosave({ form, stored, save, lastWords });
  const state = useStore(autosave.state);
  // Also what can no longer be saved: it is not to be lost unasked.
  useUnsavedInput(state !== 'saved', {
    typed: () => [{ key: keepAs, values: { ...base(), values: form.getValues() } }],
  });
  useRenewal(consult.id, editorId, { enabled: conflict === null, onRefusal: yields });
  useAfterUnmount(
    useCallback(() => {
      // Closed otherwise than by leaving the page, or somebody else's to write.
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
  const signing = useSigning(options, { yields, autosave, perhapsSignedRef });
  useNoteIdle(() => {
    if (conflict !== null || signing.busy || closing === 'saving') return;
    void close({ unlessTyping: true }).then(
      (closed) => closed && toastInfo('The note was saved and closed due to inactivity.'),
    );
  });
  return { autosave, conflict, close, closing, stay: () => setClosing('no'), signing };
}

interface PerhapsSigned {
  readonly written: DialogValues | null;
  readonly sent: string | null;
}

const unsigned: PerhapsSigned = { written: null, sent: null };

interface Writing extends Pick<ReturnType<typeof useWriting>, 'autosave'> {
  yields: (failure: unknown) => boolean;
  perhapsSignedRef: RefObject<PerhapsSigned>;
}

function useSigning({ consult, note, editorId, form, onClose }: WritingOptions, writing: Writing) {
  const { yields, autosave, perhapsSignedRef } = writing;
  const [asked, setAsked] = useState(false);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  const inDoubt = {
    read: () => perhapsSignedRef.current.sent,
    write: (sent: string | null) => {
      perhapsSignedRef.current = sent === null ? unsigned : { written: autosave.read(), sent };
    },
  };
  const { mutateAsync: signNote } = useSignNote({ consultId: consult.id, editorId, inDoubt }, note);
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
