import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { appended, linesOf, type RichText } from '@/shared/lib/rich-text';
import { brief, pasteRichText, putCaret, richTextbox, showRichText, typeRichText } from '@/testing/show-rich-text';

import { RichTextField } from './rich-text-field';

interface Values {
  history: RichText | '' | null;
  notDone?: boolean;
}

/** Shows the field in strict mode, in a form that the test can change. */
function showInForm(history: Values['history']) {
  const onChange = vi.fn<() => void>();
  let form: UseFormReturn<Values> | undefined;
  function Sample() {
    const ownForm = useForm<Values>({ defaultValues: { history } });
    const notDone = useWatch({ control: ownForm.control, name: 'notDone' });
    form = ownForm;
    return (
      <RichTextField
        control={ownForm.control}
        name="history"
        label="History"
        limit={9}
        cap={99}
        capMessage="No."
        disabled={notDone === true}
      />
    );
  }
  const { unmount } = render(
    <StrictMode>
      <MantineProvider>
        <Sample />
      </MantineProvider>
    </StrictMode>,
  );
  if (form === undefined) throw new Error('There is no form.');
  form.subscribe({ formState: { values: true }, callback: () => onChange() });
  return { form, onChange, unmount };
}

const lines = () => [...richTextbox().children].map(({ textContent }) => textContent);

describe('in a form', () => {
  it('has the name, the description and the states of other fields', () => {
    showRichText({ description: 'In short.', required: true });
    expect(richTextbox()).toHaveAccessibleName('History');
    expect(richTextbox()).toHaveAccessibleDescription('In short.');
    expect(richTextbox()).toBeRequired();
    expect(richTextbox()).toHaveAttribute('aria-multiline', 'true');
    expect(richTextbox()).toHaveAttribute('spellcheck', 'true');
    expect(richTextbox()).toHaveAttribute('aria-invalid', 'false');
  });

  it('gets focus from its label, from the list of errors and after a rejected submit', async () => {
    const errors = { history: { type: 'invalid', message: 'Say what happened.' } };
    const send = showRichText({}, '', () => ({ values: {}, errors }));
    await userEvent.click(screen.getByText('History'));
    expect(richTextbox()).toHaveFocus();
    await send();
    expect(richTextbox()).toHaveFocus();
    expect(richTextbox()).toHaveAttribute('aria-invalid', 'true');
    expect(richTextbox()).toHaveAccessibleDescription('Say what happened.');
    await userEvent.tab();
    await userEvent.click(screen.getByRole('link', { name: 'History: Say what happened.' }));
    expect(richTextbox()).toHaveFocus();
  });

  it('is read-only while it is disabled', async () => {
    const send = showRichText({ disabled: true }, linesOf(['done']));
    expect(richTextbox()).toHaveTextContent('done');
    expect(richTextbox()).toHaveAttribute('contenteditable', 'false');
    expect(richTextbox()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
    pasteRichText({ 'text/plain': 'more' });
    fireEvent.keyDown(richTextbox(), { key: 'b', ctrlKey: true });
    expect(await send()).toEqual(['done']);
  });

  it('can be cleared and disabled by another field, and enabled again', async () => {
    const { form } = showInForm(linesOf(['Glucose: '], 'bullet'));
    act(() => {
      form.setValue('history', '');
      form.setValue('notDone', true);
    });
    expect(lines()).toEqual(['']);
    expect(richTextbox()).toHaveAttribute('contenteditable', 'false');
    act(() => form.setValue('notDone', false));
    expect(richTextbox()).toHaveAttribute('contenteditable', 'true');
    await typeRichText('a');
    expect(brief(form.getValues('history'))).toEqual(['a']);
  });

  it('shows values set from outside, and nothing for an invalid value', () => {
    const { form } = showInForm(null);
    expect(lines()).toEqual(['']);
    act(() => form.setValue('history', linesOf(['one', 'two'], 'bullet')));
    expect(lines()).toEqual(['one', 'two']);
    act(() => form.reset());
    expect(lines()).toEqual(['']);
    act(() => form.setValue('history', { lines: [{ kind: 'huge' }] } as never));
    expect(lines()).toEqual(['']);
  });

  it('keeps the caret and the undo history when the same value is set', async () => {
    const { form } = showInForm('');
    await typeRichText('ac');
    putCaret(0, 1);
    act(() => form.setValue('history', linesOf(['ac'])));
    await typeRichText('b');
    expect(lines()).toEqual(['abc']);
    await typeRichText('{Control>}zzz{/Control}');
    expect(lines()).toEqual(['']);
  });

  it('notifies the form once of each change, and not when only the caret moves', async () => {
    const { form, onChange } = showInForm('');
    await typeRichText('abc');
    expect(onChange).toHaveBeenCalledTimes(3);
    await typeRichText('{Control>}a{/Control}');
    expect(onChange).toHaveBeenCalledTimes(3);
    expect(brief(form.getValues('history'))).toEqual(['abc']);
  });

  it('removes its content when it unmounts', async () => {
    const { unmount } = showInForm('');
    const element = richTextbox();
    await typeRichText('abc');
    unmount();
    expect(element).toBeEmptyDOMElement();
  });
});

describe('a long text', () => {
  it('[NOTE-17] is counted from 80% on, without line breaks, and may exceed the limit', async () => {
    const send = showRichText({ limit: 10 });
    await typeRichText('abcd{Enter}efg');
    expect(screen.queryByText(/characters/)).not.toBeInTheDocument();
    await typeRichText('🙂');
    expect(screen.getByText('8 of 10 characters')).toBeInTheDocument();
    await typeRichText('ijkl');
    expect(screen.getByText('12 of 10 characters')).toBeInTheDocument();
    expect(await send()).toEqual(['abcd', 'efg🙂ijkl']);
  });

  it('[NOTE-17] is rejected beyond the cap, with a message until the next change', async () => {
    const send = showRichText({ cap: 4 + 2 * constants.MARKUP_LENGTH });
    await typeRichText('abcde');
    expect(await send()).toEqual(['abcd']);
    expect(richTextbox()).toHaveTextContent(/^abcd$/);
    expect(screen.getByText('Too long to save.')).toHaveAttribute('role', 'alert');
    await typeRichText('{Backspace}');
    expect(screen.queryByText('Too long to save.')).not.toBeInTheDocument();
    pasteRichText({ 'text/plain': 'x\ny' });
    expect(screen.getByText('Too long to save.')).toBeInTheDocument();
    expect(await send()).toEqual(['abc']);
  });

  it('that already exceeds the cap can be shortened', async () => {
    const send = showRichText({ cap: 4 + 2 * constants.MARKUP_LENGTH }, linesOf(['abcdefgh']));
    putCaret(0, 8);
    await typeRichText('{Backspace}');
    expect(await send()).toEqual(['abcdefg']);
  });
});

describe('[NOTE-66] a quick fill', () => {
  const exam = { label: 'Exam Not Done', apply: (value: unknown) => appended(value, linesOf(['Exam not done.'])) };
  const press = () => userEvent.click(screen.getByRole('button', { name: exam.label }));

  it('adds its text on a new line, once, and puts the caret after it', async () => {
    const send = showRichText({ actions: [exam] });
    await typeRichText('Awake');
    putCaret(0, 0);
    await press();
    await press();
    expect(richTextbox()).toHaveFocus();
    await typeRichText(' Or?');
    expect(await send()).toEqual(['Awake', 'Exam not done. Or?']);
  });

  it('does not delete the selection', async () => {
    const send = showRichText({ actions: [exam] });
    await typeRichText('Awake{Control>}a{/Control}');
    await press();
    await typeRichText('!');
    expect(await send()).toEqual(['Awake', 'Exam not done.!']);
  });

  it('is reverted alone by one undo', async () => {
    const send = showRichText({ actions: [exam] });
    await typeRichText('Awake');
    await press();
    await typeRichText('!');
    await typeRichText('{Control>}z{/Control}');
    expect(await send()).toEqual(['Awake', 'Exam not done.']);
    await typeRichText('{Control>}z{/Control}');
    expect(await send()).toEqual(['Awake']);
  });

  it('fills an empty field', async () => {
    const send = showRichText({ actions: [exam] }, null);
    await press();
    expect(await send()).toEqual(['Exam not done.']);
  });
});
