import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FieldValues, Resolver } from 'react-hook-form';

import { RichTextField, type RichTextFieldProps } from '@/shared/forms/rich-text/rich-text-field';
import { isRichText, type RichLine } from '@/shared/lib/rich-text';

import { showForm } from './show-form';

type Settings = Partial<Omit<RichTextFieldProps<FieldValues>, 'control' | 'name' | 'label'>>;

/** Renders a rich-text field; returns what submitting sends, in the notation of `brief`. */
export function showRichText(settings: Settings = {}, history: unknown = '', resolver?: Resolver) {
  const send = showForm(
    (control) => (
      <RichTextField
        control={control}
        name="history"
        label="History"
        limit={6000}
        cap={24_000}
        capMessage="Too long to save."
        {...settings}
      />
    ),
    { history },
    resolver,
  );
  return async () => brief((await send())?.history);
}

export const richTextbox = () => screen.getByRole('textbox', { name: 'History' });

/** Focuses the field, as the Tab key does. */
export async function typeRichText(keys: string) {
  if (document.activeElement !== richTextbox()) richTextbox().focus();
  await userEvent.keyboard(keys);
}

/** Puts the caret into a line's text, as a click does. */
export function putCaret(line: number, offset: number) {
  richTextbox().focus();
  const text = document.createTreeWalker(richTextbox().children[line]!, NodeFilter.SHOW_TEXT).nextNode();
  document.getSelection()?.collapse(text, offset);
  fireEvent(document, new Event('selectionchange'));
}

export function pasteRichText(data: Record<string, string>) {
  richTextbox().focus();
  fireEvent.paste(richTextbox(), { clipboardData: { getData: (type: string) => data[type] ?? '', files: [] } });
}

/** A line as one string: a dash per level, a star for a bullet, `**` and `_` around bold and italic text. */
export function brief(value: unknown): unknown {
  return isRichText(value) ? value.lines.map(briefLine) : value;
}

function briefLine({ kind, indent, runs }: RichLine): string {
  const texts = runs.map(({ text, bold, italic }) => {
    const slanted = italic ? `_${text}_` : text;
    return bold ? `**${slanted}**` : slanted;
  });
  return `${'-'.repeat(indent)}${kind === 'bullet' ? '* ' : ''}${texts.join('')}`;
}
