import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { fillIn, done, errorSummary, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

const showForm = () => showRequestForm('tele-neuro', RequestForm);

it("[FNEURO-01] [FNEURO-02] [FNEURO-03] [FNEURO-05] [WIZ-34] requires everything except the physician's number", async () => {
  const { onSubmit } = showForm();
  await fillIn(/^Patient ID/, '   ');
  await done();
  expect(await errorSummary()).toEqual([
    'Patient ID: This field is required.',
    'Referring Physician: This field is required.',
    'Call Reason: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await fillIn(/^Patient ID/, ' N-20418 ');
  await fillIn(/^Referring Physician/, 'Dr. Ruth Okafor');
  await fillIn(/^Call Reason/, 'First seizure');
  await fillIn(/^Callback Number/, '5550100111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    reason: 'First seizure',
    isEmergency: false,
    TeleNeuroConsultDetail: { neuroPatientId: 'N-20418', physicianName: 'Dr. Ruth Okafor' },
  });
});

it('[FNEURO-02] [FNEURO-03] [FNEURO-05] accepts texts of 255 characters, and rejects one more', async () => {
  const { onSubmit } = showForm();
  const texts = [
    [/^Patient ID/, 'i'],
    [/^Referring Physician/, 'p'],
    [/^Call Reason/, 'r'],
  ] as const;
  for (const [question, letter] of texts) await fillIn(question, letter.repeat(256));
  await fillIn(/^Callback Number/, '5550100111');
  await done();
  expect(await errorSummary()).toEqual([
    'Patient ID: Must be at most 255 characters long.',
    'Referring Physician: Must be at most 255 characters long.',
    'Call Reason: Must be at most 255 characters long.',
  ]);
  for (const [question] of texts) await userEvent.type(screen.getByLabelText(question), '{Backspace}');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    reason: 'r'.repeat(255),
    TeleNeuroConsultDetail: { neuroPatientId: 'i'.repeat(255), physicianName: 'p'.repeat(255) },
  });
});

it('[FNEURO-01] [FNEURO-04] [FCOVID-03] [WIZ-33] requires each number to be a phone number, and offers no Emergency button', async () => {
  const { onSubmit, queryByRole } = showForm();
  expect(queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
  await fillIn(/^Patient ID/, 'N-1');
  await fillIn(/^Referring Physician/, 'Dr. Wen');
  expect(screen.getByLabelText(/^Physician Phone/)).not.toBeRequired();
  await fillIn(/^Physician Phone/, '555010');
  await fillIn(/^Call Reason/, 'Seizure');
  await fillIn(/^Callback Number/, '555010');
  await done();
  expect(await errorSummary()).toEqual([
    'Physician Phone: Enter a valid phone number.',
    'Callback Number: Enter a valid phone number.',
  ]);
  await fillIn(/^Physician Phone/, '0161');
  await fillIn(/^Callback Number/, '0111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    callbackNumber: '(555) 010-0111',
    TeleNeuroConsultDetail: { physicianNumber: '(555) 010-0161' },
  });
});
