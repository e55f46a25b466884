import { useRef } from 'react';

import type { DocumentVersion, SignOffNoteRead } from '@/api/generated/types.gen';
import type { DialogValues } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { isSame } from '@/shared/lib/same';

import { OutdatedNoteError } from './conflicts';
import { draftOf, savedValues } from './draft';
import { renewLock, useSaveNote } from './queries';

interface SavingOptions {
  consult: Consult;
  editorId: string;
  /** The draft on the server. */
  draft: DocumentVersion;
}

/**
 * Saves the draft. If the previous save released the lock, or may have, the lock is taken again first, and nothing is saved over
 * changes that someone else has made since.
 */
export function useSaving({ consult, editorId, draft }: SavingOptions) {
  const send = useSaveNote(consult.id, editorId);
  const basedOn = useRef(draft.createdAt);
  /** The content of the last save if it released the lock. */
  const released = useRef<DialogValues | null>(null);

  /** The content of the last save, which may have succeeded even without a response. */
  const sent = useRef<DialogValues | null>(null);

  const retakeLock = async (lastSaved: DialogValues) => {
    const note = await renewLock(consult.id, editorId);
    const outdated = findConflict(note, lastSaved, basedOn.current);
    if (outdated === null) return;
    // Releases the lock, so that the other author need not wait for it to expire.
    if (outdated.conflict.kind !== 'signed') send(null, true).catch(() => undefined);
    throw outdated;
  };
  const saveNote = async (content: DialogValues, releaseLock: boolean) => {
    if (released.current !== null) await retakeLock(released.current);
    released.current = releaseLock ? content : null;
    sent.current = content;
    const { documentVersions } = await send(content, releaseLock);
    basedOn.current = documentVersions.at(-1)?.createdAt ?? basedOn.current;
  };
  /** `basedOn`: when the server's copy that this window knows was saved; `sent`: what this window sent last. */
  return { saveNote, draftBase: () => ({ basedOn: basedOn.current, sent: sent.current }) };
}

/** The conflict if someone else has changed the note; null if it is as this window left it, with or without its last save. */
function findConflict(note: SignOffNoteRead, lastSaved: DialogValues, basedOn: string): OutdatedNoteError | null {
  if (note.status !== 'Draft') return new OutdatedNoteError({ kind: 'signed' });
  const newest = note.documentVersions.at(-1);
  const isOurs =
    newest === undefined || newest.createdAt === basedOn || isSame(draftOf(savedValues(newest)), draftOf(lastSaved));
  return isOurs ? null : new OutdatedNoteError({ kind: 'elsewhere', byMyself: false });
}
