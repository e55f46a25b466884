import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { answer, done, said, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

const showForm = () => showRequestForm('tele-neuro', RequestForm);

it('[FNEURO-01] [FNEURO-02] [FNEURO-03] [FNEURO-05] needs all but the physician’s number', async () => {
  const { onSubmit } = showForm();
  await answer(/^Patient ID/, '   ');
  await done();
  expect(await said()).toEqual([
    'Patient ID: This field is required.',
    'Referring Physician: This field is required.',
    'Call Reason: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await answer(/^Patient ID/, ' N-20418 ');
  await answer(/^Referring Physician/, 'Dr. Ruth Okafor');
  await answer(/^Call Reason/, 'First seizure');
  await answer(/^Callback Number/, '5550100111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    reason: 'First seizure',
    isEmergency: false,
    TeleNeuroConsultDetail: { neuroPatientId: 'N-20418', physicianName: 'Dr. Ruth Okafor' },
  });
});

it('[FNEURO-02] takes an ID of 255 characters whole, and refuses one more', async () => {
  const { onSubmit } = showForm();
  await answer(/^Patient ID/, 'x'.repeat(256));
  await answer(/^Referring Physician/, 'Dr. Wen');
  await answer(/^Call Reason/, 'Seizure');
  await answer(/^Callback Number/, '5550100111');
  await done();
  expect(await said()).toEqual(['Patient ID: Must be at most 255 characters long.']);
  await userEvent.type(screen.getByLabelText(/^Patient ID/), '{Backspace}');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ TeleNeuroConsultDetail: { neuroPatientId: 'x'.repeat(255) } });
});

it('[FNEURO-04] [FCOVID-03] takes a physician’s number only as a phone number, and has no emergency', async () => {
  const { onSubmit, queryByRole } = showForm();
  expect(queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
  await answer(/^Patient ID/, 'N-1');
  await answer(/^Referring Physician/, 'Dr. Wen');
  await answer(/^Physician Phone/, '555010');
  await answer(/^Call Reason/, 'Seizure');
  await answer(/^Callback Number/, '5550100111');
  await done();
  expect(await said()).toEqual(['Physician Phone: Enter a valid phone number.']);
  await answer(/^Physician Phone/, '0161');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ TeleNeuroConsultDetail: { physicianNumber: '(555) 010-0161' } });
});
