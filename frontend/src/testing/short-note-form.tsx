import type { ComponentType } from 'react';
import { onTestFinished } from 'vitest';

import { strokeNote } from '@/api/contract/stroke-note.gen';
import { lines } from '@/api/contract/lines.gen';
import type { NoteFormProps } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { NumberField } from '@/shared/forms/number-field';
import { TextAreaField } from '@/shared/forms/text-field';

/** Renders three fields of the note; all others are still part of the form, validated and sent. */
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

/** Renders only a few fields of notes until the test ends, because rendering all of them dominates the time of a test. */
export function shortenNotes(form: ComponentType<NoteFormProps> = ShortNoteForm) {
  for (const { slug } of lines) {
    const part = serviceLineBySlug(slug)?.note?.form;
    part?.loaded.setState(() => form, true);
    onTestFinished(() => part?.loaded.setState(null, true));
  }
}
