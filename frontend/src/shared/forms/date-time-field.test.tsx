import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { showForm } from '@/testing/show-form';

import { DateTimeField } from './date-time-field';

const zone = 'America/New_York';
const day = () => screen.getByLabelText('Date');
const time = () => screen.getByLabelText(/^Time/);
const show = (at?: string) =>
  showForm(
    (control) => <DateTimeField control={control} name="at" label="Arrival" zone={zone} withUnknown />,
    at === undefined ? {} : { at },
  );

function setClock(now: string) {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
}

afterEach(() => {
  vi.useRealTimers();
});

it('[FSTROKE-26] accepts a day as 3/5/2024 and a time as 2:05p, and sends UTC', async () => {
  const send = show();
  await userEvent.type(day(), '3/5/2024');
  await userEvent.type(time(), '2:05p');
  await userEvent.tab();
  expect(day()).toHaveValue('03/05/2024');
  expect(time()).toHaveValue('14:05');
  expect(await send()).toEqual({ at: '2024-03-05T19:05:00.000Z' });
});

it('[FSTROKE-26] is not a different day while a digit is missing', async () => {
  const send = show('2024-12-15T19:05:00.000Z');
  await userEvent.type(day(), '{Backspace}', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(day()).toHaveValue('12/1/2024');
  expect(await send()).toEqual({ at: '12/1/2024 at 14:05' });
});

it('[FSTROKE-26] sets Now to the minute, even in the hour that occurs twice', async () => {
  setClock('2026-11-01T06:30:40Z');
  const send = show();
  await userEvent.click(screen.getByRole('button', { name: 'Now' }));
  expect(time()).toHaveValue('01:30');
  expect(time()).toHaveAccessibleName('Time (EST)');
  await userEvent.click(time());
  await userEvent.tab();
  expect(await send()).toEqual({ at: '2026-11-01T06:30:00.000Z' });
});

it('[FSTROKE-26] uses the first of two ambiguous times, and shows its zone', async () => {
  const send = show();
  await userEvent.type(day(), '11012026');
  await userEvent.type(time(), '130');
  await userEvent.tab();
  expect(time()).toHaveAccessibleName('Time (EDT)');
  expect(await send()).toEqual({ at: '2026-11-01T05:30:00.000Z' });
});

it('[FSTROKE-14] clears and disables a date when Unknown is checked', async () => {
  const send = show('2024-03-05T19:05:00.000Z');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unknown' }));
  expect(day()).toBeDisabled();
  expect(day()).toHaveValue('');
  expect(time()).toBeDisabled();
  expect(time()).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Now' })).toBeDisabled();
  expect(await send()).toEqual({ at: null });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unknown' }));
  expect(day()).toBeEnabled();
  expect(time()).toBeEnabled();
  expect(await send()).toEqual({ at: '' });
});

it.each([
  ['03052024', '', '03/05/2024 at '],
  ['03082026', '0230', '03/08/2026 at 02:30'],
])(
  '[FSTROKE-26] keeps what is not a valid time as typed, so that the schema rejects it: %s %s',
  async (typedDay, typedTime, at) => {
    const send = show();
    if (typedDay !== '') await userEvent.type(day(), typedDay);
    if (typedTime !== '') await userEvent.type(time(), typedTime);
    await userEvent.tab();
    expect(day()).toHaveValue(at.split(' at ')[0]);
    expect(await send()).toEqual({ at });
  },
);

it('restores an incomplete value from a draft', () => {
  show('03/05/2024 at 14');
  expect(day()).toHaveValue('03/05/2024');
  expect(time()).toHaveValue('14');
});

it.each([
  ['2026-11-26T20:00:00Z', '1405', '11/26/2026', 'Set to today, November 26, 2026, at 14:05.'],
  ['2026-11-26T15:00:00Z', '2:05p', '11/25/2026', 'Set to yesterday, November 25, 2026, at 14:05.'],
])(
  '[FSTROKE-26] interprets a time without a day as the last such time, and says so: %s %s',
  async (now, typed, expectedDay, hint) => {
    setClock(now);
    const send = show();
    await userEvent.type(time(), typed);
    await userEvent.tab();
    expect(day()).toHaveValue(expectedDay);
    expect(screen.getByText(hint)).toHaveAttribute('role', 'status');
    expect(await send()).toEqual({ at: new Date(`${expectedDay} 14:05 EST`).toISOString() });
    await userEvent.type(time(), '{Backspace}');
    expect(screen.queryByText(hint)).not.toBeInTheDocument();
  },
);

it('[FSTROKE-26] interprets a two-digit year as one of this century, and says so', async () => {
  const send = show();
  await userEvent.type(day(), '11/22/26');
  await userEvent.type(time(), '1405');
  expect(day()).toHaveValue('11/22/2026');
  expect(screen.getByText('Set to November 22, 2026.')).toBeInTheDocument();
  expect(await send()).toEqual({ at: '2026-11-22T19:05:00.000Z' });
});

it('[FSTROKE-26] completes the input before Enter submits it', async () => {
  setClock('2026-11-26T20:00:00Z');
  show();
  await userEvent.type(time(), '1405{Enter}');
  expect(day()).toHaveValue('11/26/2026');
});
