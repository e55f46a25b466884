import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { useContractForm } from '@/api/contract-form';
import { savedValues } from '@/features/sign-off/draft';
import type { NoteForm } from '@/service-lines/define';
import { StrokeNoteForm } from '@/service-lines/base/stroke-note/stroke-note-form';
import { Form } from '@/shared/forms/form';

import { renderFeature } from './render-app';
import { brief } from './show-rich-text';
import { emptyNote } from './empty-note';
import { draftNote, strokeConsult } from './stroke-note';

/** Renders the note's sections with this content, without saving and signing. */
export function showNoteForm(content: object = emptyNote) {
  let shown: NoteForm | null = null;
  function Sample() {
    const form = useContractForm<Record<string, unknown>>('StrokeNote', {
      defaultValues: savedValues(draftNote(content).documentVersions[0]!),
    });
    const [strip, setStrip] = useState<HTMLElement | null>(null);
    shown = form;
    return (
      <Form form={form} onSubmit={() => undefined}>
        <div ref={setStrip} />
        <StrokeNoteForm form={form} consult={strokeConsult} schema="StrokeNote" strip={strip} />
        <button type="submit">Sign Off</button>
      </Form>
    );
  }
  renderFeature(<Sample />);
  return {
    /** The form's value at a path; a rich text as its lines. */
    value: (path: string): unknown => brief(shown?.getValues(path)),
    /** Sets the value by code, as restoring a draft does. */
    set: (path: string, value: unknown) => act(() => shown?.setValue(path, value)),
  };
}

/** The editor of a section. */
export const section = (name: string) => screen.getByRole('textbox', { name });
export const linesIn = (name: string) => [...section(name).children].map((line) => line.textContent);

/** Presses a button that inserts a sentence into a section. */
export const insert = (name: string, sentence: string) =>
  userEvent.click(within(screen.getByLabelText(`${name}: formatting`)).getByText(sentence, { selector: 'button' }));

/** Focuses a section as the Tab key does, and types. */
export async function typeInto(name: string, keys: string) {
  section(name).focus();
  await userEvent.keyboard(keys);
}
