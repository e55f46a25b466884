import { strokeNote } from '@/api/contract/stroke-note.gen';
import { appended } from '@/shared/lib/rich-text';

const insertedTexts = [...strokeNote.quickFills, ...strokeNote.cannedTexts];

/** The canned sentences that buttons insert into the field with this path. */
export function textsFor(field: string) {
  return insertedTexts
    .filter((inserted) => inserted.field === field)
    .map(({ label, text }) => ({ label, apply: (value: unknown) => appended(value, text) }));
}
