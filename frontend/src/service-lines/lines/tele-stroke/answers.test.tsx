import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { choose, done, group, errorSummary, showRequestForm, check } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

const showForm = () => showRequestForm('tele-stroke', RequestForm);
const emergency = () => screen.getAllByRole('button', { name: 'Emergency' })[0]!;

const arrival = /^ED Arrival Date/;
const lastKnownWell = /^Last Known Well/;
const symptoms = /^Notable Symptoms/;
const onAnticoagulants = /on anticoagulants/;
const anticoagulants = /^Anticoagulants/;
const status = /^Baseline Functional Status/;

it('[FSTROKE-21] does not combine Unknown with another answer', async () => {
  showForm();
  const box = (name: string) => group(status).getByRole('checkbox', { name });
  await check(status, 'Independent');
  await check(status, 'Bedbound');
  expect(box('Independent')).toBeChecked();
  await check(status, 'Unknown');
  expect(box('Independent')).not.toBeChecked();
  expect(box('Bedbound')).not.toBeChecked();
  await check(status, 'Independent');
  expect(box('Unknown')).not.toBeChecked();
});

const withUnknown = [
  ['[FSTROKE-10] [FSTROKE-14]', arrival],
  ['[FSTROKE-11] [FSTROKE-14]', lastKnownWell],
] as const;
it.each(withUnknown)(
  '%s requires a date or Unknown, which clears and disables the date and removes its error',
  async (_row, date) => {
    showForm();
    const day = group(date).getByLabelText('Date');
    const unfinished = () => group(date).queryByText('Enter a date and time.');
    await userEvent.type(day, '0304');
    await done();
    await waitFor(() => expect(unfinished()).toBeInTheDocument());
    await check(date, 'Unknown');
    await waitFor(() => expect(unfinished()).not.toBeInTheDocument());
    for (const part of [day, group(date).getByLabelText(/^Time/), group(date).getByRole('button', { name: 'Now' })])
      expect(part).toBeDisabled();
    expect(day).toHaveValue('');
    await check(date, 'Unknown');
    expect(day).toBeEnabled();
    expect(day).toHaveValue('');
    expect(await group(date).findByText('This field is required.')).toBeInTheDocument();
  },
);

it('[FSTROKE-18] [FSTROKE-20] [FSTROKE-24] [FSTROKE-25] [FSTROKE-27] sends each list with its own values, and no text for an unchecked Other', async () => {
  const { onSubmit } = showForm();
  for (const list of [symptoms, anticoagulants]) {
    if (list === anticoagulants) await choose(onAnticoagulants, 'Yes');
    await check(list, 'Other');
    await pasteInto(group(list).getByRole('textbox'), list === symptoms ? 'Vertigo' : 'Argatroban');
  }
  await check(anticoagulants, 'Heparin SQ/IV');
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.click(emergency());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  const answers = { isOnAnticoagulants: true, anticoagulants: { selected: ['Heparin SQ/IV'], other: 'Argatroban' } };
  expect(onSubmit.mock.lastCall?.[0]).toHaveProperty('TeleStrokeConsultDetail', {
    ...answers,
    notableSymptoms: { selected: [], other: 'Vertigo' },
    baselineFunctionalStatus: [],
  });
  await check(symptoms, 'Other');
  expect(group(symptoms).queryByRole('textbox')).not.toBeInTheDocument();
  await userEvent.click(emergency());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    TeleStrokeConsultDetail: { ...answers, notableSymptoms: { selected: [], other: null } },
  });
}, 15_000);

it('[FSTROKE-06] [FSTROKE-22] [BCONST-05] accepts a concern of 255 characters instead of a reason', async () => {
  const { onSubmit } = showForm();
  expect(screen.queryByLabelText(/Reason/)).not.toBeInTheDocument();
  await pasteInto(screen.getByLabelText(/^Clinical Concern/), 'c'.repeat(256));
  expect(screen.getByText('256 of 255 characters')).toBeInTheDocument();
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.click(emergency());
  expect(await errorSummary()).toEqual([
    'Clinical Concern: Must be at most 255 characters long. Press Emergency again to send without it.',
  ]);
  await userEvent.type(screen.getByLabelText(/^Clinical Concern/), '{Backspace}');
  await userEvent.click(emergency());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toHaveProperty('TeleStrokeConsultDetail.clinicalConcern', 'c'.repeat(255));
});
