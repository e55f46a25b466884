import { useRef } from 'react';

import type { DocumentVersion, SignOffNoteRead } from '@/api/generated/types.gen';
import type { DialogValues } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { isSame } from '@/shared/lib/same';

import { OvertakenError } from './conflicts';
import { draftOf, savedValues } from './draft';
import { renewLock, useSaveNote } from './queries';

interface SavingOptions {
  consult: Consult;
  editorId: string;
  /** As the server has it. */
  draft: DocumentVersion;
}

/**
 * Saves the draft. Where the save before gave the lock back, or may have, the lock is taken again first, and nothing is saved over what
 * someone else has written since.
 */
export function useSaving({ consult, editorId, draft }: SavingOptions) {
  const send = useSaveNote(consult.id, editorId);
  const basedOn = useRef(draft.createdAt);
  /** What was sent with the lock given back. */
  const released = useRef<DialogValues | null>(null);

  /** What was sent last; it may have arrived without an answer. */
  const sent = useRef<DialogValues | null>(null);

  const takeBack = async (left: DialogValues) => {
    const note = await renewLock(consult.id, editorId);
    const overtaken = overtakenBy(note, left, basedOn.current);
    if (overtaken === null) return;
    // The other writer can continue without waiting for this window's lease to end.
    if (overtaken.conflict.kind !== 'signed') send(null, true).catch(() => undefined);
    throw overtaken;
  };
  const saveNote = async (content: DialogValues, releaseLock: boolean) => {
    if (released.current !== null) await takeBack(released.current);
    released.current = releaseLock ? content : null;
    sent.current = content;
    const { documentVersions } = await send(content, releaseLock);
    basedOn.current = documentVersions.at(-1)?.createdAt ?? basedOn.current;
  };
  /** `basedOn`: when the server's copy was saved that this window knows; `sent`: what it sent last. */
  return { saveNote, base: () => ({ basedOn: basedOn.current, sent: sent.current }) };
}

/** Null where the note is as this window left it; whether what it sent last had arrived, it may not know. */
function overtakenBy(note: SignOffNoteRead, left: DialogValues, basedOn: string): OvertakenError | null {
  if (note.status !== 'Draft') return new OvertakenError({ kind: 'signed' });
  const newest = note.documentVersions.at(-1);
  const mine =
    newest === undefined || newest.createdAt === basedOn || isSame(draftOf(savedValues(newest)), draftOf(left));
  return mine ? null : new OvertakenError({ kind: 'elsewhere', byMyself: false });
}
