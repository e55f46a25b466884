import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { showForm } from '@/testing/show-form';

import { PhoneField } from './phone-field';

const field = () => screen.getByLabelText<HTMLInputElement>('Phone');
const show = (phone = '') =>
  showForm((control) => <PhoneField control={control} name="phone" label="Phone" />, { phone });
const tooLongMessage = () => screen.queryByText('Enter 10 digits without an extension.');

async function paste(text: string, from: number, to = from) {
  await userEvent.click(field());
  field().setSelectionRange(from, to);
  await userEvent.paste(text);
}

describe('a number that is typed key by key', () => {
  const typedNumbers = [
    ['6172223344', '(617) 222-3344'],
    ['1-617-222-3344', '(617) 222-3344'],
    ['+16172223344', '(617) 222-3344'],
    ['1 800 555 1234', '(800) 555-1234'],
    ['+1 (617) 222-3344', '(617) 222-3344'],
    ['001 617 222 3344', '(617) 222-3344'],
    ['617.222.3344', '(617) 222-3344'],
    ['55a50100100', '(555) 010-0100'],
    ['(617) 222-33', '(617) 222-33'],
  ] as const;
  it.each(typedNumbers)('[VAL-01] [INFO-46] [BCONST-13] %s', async (typed, shown) => {
    const send = show();
    await userEvent.type(field(), typed);
    expect(field()).toHaveValue(shown);
    expect(tooLongMessage()).not.toBeInTheDocument();
    expect(await send()).toEqual({ phone: shown });
  });

  it.each(['0207946095', '+44 20 7946 0958', '0612345678', '1 055 512 3456'])(
    '[VAL-01] [INFO-46] never becomes a different number, so that the contract rejects it: %s',
    async (typed) => {
      const send = show();
      await userEvent.type(field(), typed);
      expect((await send())?.phone).not.toMatch(/^\(\d{3}\) \d{3}-\d{4}$/);
      expect(field().value.replace(/\D/g, '')).toContain(typed.replace(/\D/g, '').replace(/^1/, ''));
    },
  );

  it('[VAL-01] [INFO-46] says that an eleventh digit does not fit, until the number is changed', async () => {
    const send = show();
    await userEvent.type(field(), '6172223344 x5');
    expect(field()).toHaveValue('(617) 222-3344');
    expect(tooLongMessage()).toBeInTheDocument();
    expect(await send()).toEqual({ phone: '(617) 222-3344' });
    await userEvent.type(field(), '{Backspace}');
    expect(tooLongMessage()).not.toBeInTheDocument();
  });
});

describe('a number that is pasted or filled in', () => {
  const pastes = [
    ['5550100100', '(555) 010-0100', false],
    ['+1 555.010.0100', '(555) 010-0100', false],
    ['1-617-222-3344', '(617) 222-3344', false],
    ['(555) 010-0100 ext. 12', '(555) 010-0100', true],
  ] as const;
  it.each(pastes)('[VAL-01] [INFO-46] [BCONST-13] accepts any format: %s', async (pasted, shown, tooLong) => {
    show();
    await paste(pasted, 0);
    expect(field()).toHaveValue(shown);
    expect(tooLongMessage() !== null).toBe(tooLong);
  });

  it('[VAL-01] replaces a complete number, wherever the caret is', async () => {
    const send = show('(508) 777-8888');
    await paste('+1 617 222 3344', 6);
    expect(field()).toHaveValue('(617) 222-3344');
    expect(await send()).toEqual({ phone: '(617) 222-3344' });
  });

  it.each([0, 1, 3])('[VAL-01] does not mix a pasted number with digits typed before, caret at %i', async (caret) => {
    const send = show();
    await userEvent.type(field(), '55');
    await paste('6172223344', caret);
    expect(await send()).toEqual({ phone: '(617) 222-3344' });
  });

  it('[VAL-01] keeps a complete number unchanged when more digits are pasted or typed into it, and says so', async () => {
    show('(508) 777-8888');
    await paste('99', 4);
    expect(field()).toHaveValue('(508) 777-8888');
    expect(tooLongMessage()).toBeInTheDocument();
    await userEvent.type(field(), '3', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field()).toHaveValue('(508) 777-8888');
  });
});

describe('a number that is corrected', () => {
  it('[VAL-01] [INFO-46] [BCONST-13] is replaced by what is typed over its selection', async () => {
    show('(508) 777-8888');
    await userEvent.click(field());
    field().select();
    await userEvent.keyboard('16172223344');
    expect(field()).toHaveValue('(617) 222-3344');
    expect(tooLongMessage()).not.toBeInTheDocument();
  });

  it('[VAL-01] [INFO-46] [BCONST-13] keeps the rest while the area code is retyped, whichever digit the rest begins with', async () => {
    show('(508) 177-8888');
    await userEvent.type(field(), '{Backspace}{Backspace}{Backspace}617', {
      initialSelectionStart: 4,
      initialSelectionEnd: 4,
    });
    expect(field()).toHaveValue('(617) 177-8888');
  });

  it('[VAL-01] keeps the caret where a digit was replaced', async () => {
    show('(508) 777-8888');
    await userEvent.type(field(), '{Backspace}1', { initialSelectionStart: 8, initialSelectionEnd: 8 });
    expect(field()).toHaveValue('(508) 717-8888');
    expect(field().selectionStart).toBe(8);
  });

  it('[VAL-01] [BCONST-13] skips the punctuation of the mask with Backspace', async () => {
    show();
    await userEvent.type(field(), '6172{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(field()).toHaveValue('');
  });
});
