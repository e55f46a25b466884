import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { showForm } from '@/testing/show-form';

import { TimeField } from './time-field';

it.each([
  ['1405', '14:05'],
  ['2:05p', '14:05'],
  ['25:00', '25:00'],
])('completes a typed time, and leaves anything else to the schema: %s', async (typed, time) => {
  const send = showForm((control) => <TimeField control={control} name="at" label="At" />, { at: '' });
  await userEvent.click(screen.getByLabelText('At'));
  await userEvent.paste(typed);
  expect(await send()).toEqual({ at: time });
});
