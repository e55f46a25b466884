import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { fillIn, choose, done, group, errorSummary, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

const showForm = () => showRequestForm('tele-icu', RequestForm);
const respiratory = /^Acute change in respiratory status\?/;
const pressure = /^Acute change in blood pressure\?/;
const another = /^Another acute unstable condition\?/;

it('[FICU-01] [FICU-02] [FICU-03] [WIZ-34] asks three Yes/No questions, a reason, and a phone number', async () => {
  const { onSubmit } = showForm();
  for (const question of [respiratory, pressure, another]) {
    expect(
      group(question)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['Yes', 'No']);
  }
  await choose(pressure, 'No');
  await done();
  expect(await errorSummary()).toEqual([
    'Acute change in respiratory status? This field is required.',
    'Another acute unstable condition? This field is required.',
    'Call Reason: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await choose(respiratory, 'Yes');
  await choose(another, 'Yes');
  await fillIn(/^Call Reason/, 'Cannot be ventilated by mask');
  await fillIn(/^Callback Number/, '5550100111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    reason: 'Cannot be ventilated by mask',
    isEmergency: false,
    TeleICUConsultDetail: {
      isChangeInRespiratoryStatus: true,
      isChangeInBloodPressure: false,
      isAnotherUnstableCondition: true,
    },
  });
});

it('[FICU-01] [FICU-03] [FICU-04] [FICU-07] [WIZ-37] leaves unanswered questions empty in an emergency, and requires the phone number', async () => {
  const { onSubmit } = showForm();
  const emergency = () => userEvent.click(screen.getAllByRole('button', { name: 'Emergency' })[1]!);
  await choose(respiratory, 'Yes');
  await emergency();
  expect(await errorSummary()).toEqual(['Callback Number: This field is required.']);
  await fillIn(/^Callback Number/, '5550100111');
  await emergency();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    isEmergency: true,
    TeleICUConsultDetail: { isChangeInRespiratoryStatus: true },
  });
});

it('[FICU-02] [VAL-42] [BCONST-05] [WIZ-33] rejects a reason that is too long, even in an emergency', async () => {
  const { onSubmit } = showForm();
  screen.getByLabelText(/^Call Reason/).focus();
  await userEvent.paste('x'.repeat(256));
  await fillIn(/^Callback Number/, '5550100111');
  await userEvent.click(screen.getAllByRole('button', { name: 'Emergency' })[0]!);
  expect(await errorSummary()).toEqual([
    'Call Reason: Must be at most 255 characters long. Press Emergency again to send without it.',
  ]);
  expect(onSubmit).not.toHaveBeenCalled();
});
