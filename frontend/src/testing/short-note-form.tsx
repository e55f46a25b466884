import type { ComponentType } from 'react';
import { onTestFinished } from 'vitest';

import { strokeNote } from '@/api/contract/stroke-note.gen';
import { lines } from '@/api/contract/lines.gen';
import type { NoteFormProps } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { NumberField } from '@/shared/forms/number-field';
import { TextAreaField } from '@/shared/forms/text-field';

/** Three fields of the note, which holds, checks and sends all the others, too. */
export function ShortNoteForm({ form: { control } }: NoteFormProps) {
  return (
    <>
      <NumberField control={control} name="callLength" label="Call Length" unit="min" required />
      <TextAreaField
        control={control}
        name="nihssComments"
        label="NIHSS Comments"
        limit={strokeNote.sectionLimit}
        cap={strokeNote.sectionCap}
      />
      <NumberField control={control} name="totalTimeSpent" label="Total Time Spent (minutes)" unit="min" required />
    </>
  );
}

/** To the end of the test notes show few of their fields: all of them take longer than everything that goes on around them. */
export function shortenNotes(form: ComponentType<NoteFormProps> = ShortNoteForm) {
  for (const { slug } of lines) {
    const part = serviceLineBySlug(slug)?.note?.form;
    part?.loaded.setState(() => form, true);
    onTestFinished(() => part?.loaded.setState(null, true));
  }
}
