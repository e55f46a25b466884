import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';

import { showForm } from '@/testing/show-form';

import { BirthDateField } from './birth-date-field';

const field = () => screen.getByLabelText<HTMLInputElement>('Date of birth');
const show = (birthDate = '') =>
  showForm((control) => <BirthDateField control={control} name="birthDate" label="Date of birth" />, { birthDate });

it.each([
  ['01021950', '01/02/1950', '1950-01-02'],
  ['3/4/1950', '03/04/1950', '1950-03-04'],
  ['03/04/1950', '03/04/1950', '1950-03-04'],
  ['3-4-1950', '03/04/1950', '1950-03-04'],
  ['12.4.1950', '12/04/1950', '1950-12-04'],
  ['a1x/2/1950b', '01/02/1950', '1950-01-02'],
  ['01/02/19507', '01/02/1950', '1950-01-02'],
  ['0102195', '01/02/195', '01/02/195'],
])('[VAL-09] accepts a day typed key by key: %s', async (typed, shown, birthDate) => {
  const send = show();
  await userEvent.type(field(), typed);
  expect(field()).toHaveValue(shown);
  expect(await send()).toEqual({ birthDate });
});

it.each([
  ['1/5/1950', '01/05/1950'],
  ['1950-01-05', '01/05/1950'],
  [' 01-05-1950 ', '01/05/1950'],
  ['5/6/80', '05/06/80'],
  ['01051950', '01/05/1950'],
])('[VAL-09] accepts a pasted day: %s', async (pasted, shown) => {
  show();
  await userEvent.click(field());
  await userEvent.paste(pasted);
  expect(field()).toHaveValue(shown);
});

it('[VAL-09] is replaced when a complete day is pasted into it', async () => {
  const send = show('1950-01-02');
  await userEvent.click(field());
  field().setSelectionRange(3, 3);
  await userEvent.paste('7/25/1961');
  expect(field()).toHaveValue('07/25/1961');
  expect(await send()).toEqual({ birthDate: '1961-07-25' });
});

it('[VAL-09] allows one part to be retyped', async () => {
  const send = show('1950-03-04');
  await userEvent.type(field(), '12', { initialSelectionStart: 0, initialSelectionEnd: 2 });
  expect(field()).toHaveValue('12/04/1950');
  await userEvent.type(field(), '{Backspace}5', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(field()).toHaveValue('12/05/1950');
  await userEvent.type(field(), '7/', { initialSelectionStart: 0, initialSelectionEnd: 2 });
  expect(field()).toHaveValue('07/05/1950');
  expect(await send()).toEqual({ birthDate: '1950-07-05' });
});

it('[VAL-09] accepts no more digits than a complete day has', async () => {
  show('1950-03-04');
  const insert = () => userEvent.type(field(), '9', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  await insert();
  expect(field()).toHaveValue('03/04/1950');
  await userEvent.type(field(), '{Backspace}');
  await insert();
  expect(field()).toHaveValue('09/30/4195');
});

it('[VAL-09] shows a birth date from the API in the mask', () => {
  show('1950-01-02');
  expect(field()).toHaveValue('01/02/1950');
});

it.each([
  ['5/6/80', '05/06/1980', 'Set to May 6, 1980 (46 years old).'],
  ['11/22/26', '11/22/2026', 'Set to November 22, 2026 (0 years old).'],
  ['11/27/26', '11/27/1926', 'Set to November 27, 1926 (99 years old).'],
])(
  '[VAL-09] completes the century of %s, so that the date is not in the future, and says so',
  async (typed, shown, hint) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-26T20:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    show();
    await userEvent.type(field(), typed);
    await userEvent.tab();
    expect(field()).toHaveValue(shown);
    expect(screen.getByRole('status')).toHaveTextContent(hint);
    await userEvent.type(field(), '{Backspace}');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  },
);

it('[VAL-09] shows no hint for a day that does not exist', async () => {
  show();
  await userEvent.type(field(), '02/30/80');
  await userEvent.tab();
  expect(field()).toHaveValue('02/30/1980');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
