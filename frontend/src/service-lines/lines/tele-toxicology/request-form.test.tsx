import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { fillIn, done, group, errorSummary, showRequestForm, check } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

const showForm = () => showRequestForm('tele-toxicology', RequestForm);
const condition = /^Condition/;

it('[FTOX-01] [FTOX-02] [FTOX-03] [FTOX-07] [WIZ-34] requires a condition, a reason, and a phone number', async () => {
  const { onSubmit } = showForm();
  expect(
    group(condition)
      .getAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent),
  ).toEqual(['Drug Toxicity or Envenomation', 'Addiction Related', 'Other']);
  await done();
  expect(await errorSummary()).toEqual([
    'Condition: You must select at least one.',
    'Call Reason: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await check(condition, 'Addiction Related');
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
    TeleToxicologyConsultDetail: { isEnvenomation: false, isAddictionRelated: true, isOther: false },
  });
});

it('[FTOX-03] [FTOX-04] [FICU-07] [WIZ-33] [WIZ-37] sends an emergency with only the phone number, or with the answers so far', async () => {
  const { onSubmit } = showForm();
  const emergency = () => userEvent.click(screen.getAllByRole('button', { name: 'Emergency' })[0]!);
  await check(condition, 'Other');
  await fillIn(/^Call Reason/, 'Snake bite');
  await emergency();
  expect(await errorSummary()).toEqual(['Callback Number: This field is required.']);
  expect(onSubmit).not.toHaveBeenCalled();
  await fillIn(/^Callback Number/, '5550100111');
  await emergency();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    reason: 'Snake bite',
    isEmergency: true,
    TeleToxicologyConsultDetail: { isEnvenomation: false, isAddictionRelated: false, isOther: true },
  });
});
