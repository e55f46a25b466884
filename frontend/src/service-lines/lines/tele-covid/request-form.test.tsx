import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { fillIn, choose, done, errorSummary, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

it('[FCOVID-01] [FCOVID-02] [FCOVID-03] [WIZ-33] [WIZ-34] requires an answer, possibly Unknown, to each question, and offers no Emergency button', async () => {
  const { onSubmit } = showRequestForm('tele-covid', RequestForm);
  expect(screen.queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
  await done();
  expect(await errorSummary()).toEqual([
    'Acute change in respiratory status? This field is required.',
    'Acute change in blood pressure? This field is required.',
    'Another acute unstable condition? This field is required.',
    'Call Reason: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await choose(/respiratory/, 'Unknown');
  await choose(/pressure/, 'Yes');
  await choose(/Another/, 'No');
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
    TeleCOVIDConsultDetail: {
      isChangeInRespiratoryStatus: null,
      isChangeInBloodPressure: true,
      isAnotherUnstableCondition: false,
    },
  });
});
