import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { fillIn, done, errorSummary, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

it('[FHOSP-01] [FCOVID-03] [INFO-44] [WIZ-33] [WIZ-34] requires a reason and then a phone number, and offers no Emergency button', async () => {
  const { onSubmit } = showRequestForm('tele-hospitalist', RequestForm);
  expect(screen.queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
  await done();
  expect(await errorSummary()).toEqual([
    'Call Reason: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await fillIn(/^Call Reason/, 'r'.repeat(256));
  await fillIn(/^Callback Number/, '555010');
  await done();
  expect(await errorSummary()).toEqual([
    'Call Reason: Must be at most 255 characters long.',
    'Callback Number: Enter a valid phone number.',
  ]);
  await userEvent.type(screen.getByLabelText(/^Call Reason/), '{Backspace}');
  await fillIn(/^Callback Number/, '0111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    reason: 'r'.repeat(255),
    isEmergency: false,
  });
});
