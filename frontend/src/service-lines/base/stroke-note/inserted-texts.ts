import { strokeNote } from '@/api/contract/stroke-note.gen';
import { appended } from '@/shared/lib/rich-text';

const insertedTexts = [...strokeNote.quickFills, ...strokeNote.cannedTexts];

/** The sentences that one press adds to a field, by its path. */
export function textsFor(field: string) {
  return insertedTexts
    .filter((inserted) => inserted.field === field)
    .map(({ label, text }) => ({ label, apply: (value: unknown) => appended(value, text) }));
}
