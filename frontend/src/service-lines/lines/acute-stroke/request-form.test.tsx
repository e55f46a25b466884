import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { fillIn, choose, done, group, errorSummary, showRequestForm, check } from '@/testing/show-request-form';
import { transcribed } from '@/testing/transcribed';
import { makeUnit } from '@/testing/wizard-network';

import { RequestForm } from './request-form';

const showForm = () => showRequestForm('acute-stroke', RequestForm, { unit: makeUnit({ id: 11 }) });
const kind = /^Acute or Follow-up/;
const onAnticoagulants = /^On Anticoagulants/;
const record = 'AcuteStrokeConsultDetail';
/** The questions that are marked as required. */
const marked = () =>
  [...document.querySelectorAll('legend, label')].flatMap(
    ({ textContent }) => /^(.*?) ?\*/.exec(textContent)?.[1] ?? [],
  );

it('[FSTROKE-32] [FSTROKE-37] [FSTROKE-40] [CHOICE-07] asks for the type first, and shows no other question until it is chosen', async () => {
  const { onSubmit, onDraft } = showForm();
  expect(
    group(kind)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['Acute', 'Follow-up']);
  expect(screen.queryByRole('group', { name: /^Last Known Well/ })).not.toBeInTheDocument();
  expect(screen.queryByLabelText(/^Call Reason/)).not.toBeInTheDocument();
  await fillIn(/^Callback Number/, '5550100111');
  await done();
  expect(await errorSummary()).toEqual(['Acute or Follow-up: This field is required.']);
  expect(onSubmit).not.toHaveBeenCalled();
  await choose(kind, 'Follow-up');
  expect(onDraft.mock.lastCall?.[0]).toMatchObject({ [record]: { isAcute: false } });
  await choose(kind, 'Acute');
  expect(onDraft.mock.lastCall?.[0]).toMatchObject({ [record]: { isAcute: true } });
  await choose(onAnticoagulants, 'Yes');
  const offered = group(/^Which Anticoagulants/).getAllByRole('checkbox');
  const presets = transcribed('choices').Anticoagulant;
  expect(offered.map((box) => box.closest('label')?.textContent)).toEqual([...presets, 'Other']);
});

it('[FSTROKE-31] [FSTROKE-33] [FSTROKE-34] [FSTROKE-35] [FSTROKE-36] sends an acute consult with only the phone number', async () => {
  const { onSubmit } = showForm();
  await choose(kind, 'Acute');
  await done();
  expect(await errorSummary()).toEqual(['Callback Number: This field is required.']);
  await fillIn(/^Callback Number/, '555010');
  await done();
  expect(await errorSummary()).toEqual(['Callback Number: Enter a valid phone number.']);
  await fillIn(/^Callback Number/, '0111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    isEmergency: false,
    [record]: { isAcute: true, anticoagulants: { selected: [], other: null } },
  });
});

it('[FSTROKE-03] [FSTROKE-34] [FSTROKE-35] [FSTROKE-36] [FSTROKE-37] sends the answers, with times in the time zone of the unit', async () => {
  const { onSubmit } = showForm();
  await choose(kind, 'Acute');
  const lastKnownWell = group(/^Last Known Well/);
  await userEvent.type(lastKnownWell.getByLabelText('Date'), '03042024');
  await userEvent.type(lastKnownWell.getByLabelText(/^Time/), '1405');
  const discovery = group(/^Symptom Discovery/);
  await userEvent.type(discovery.getByLabelText('Date'), '03042024');
  await userEvent.type(discovery.getByLabelText(/^Time/), '1520');
  await userEvent.type(group(/^NIHSS/).getByRole('textbox'), '43');
  await fillIn(/^Contraindications to IV Thrombolysis/, 'c'.repeat(256));
  expect(screen.getByText('256 of 255 characters')).toBeInTheDocument();
  expect(marked()).toEqual(['Acute or Follow-up', 'Callback Number']);
  for (const time of [lastKnownWell, discovery]) expect(time.queryByRole('checkbox')).not.toBeInTheDocument();
  const which = () => screen.queryByRole('group', { name: /^Which Anticoagulants/ });
  expect(which()).not.toBeInTheDocument();
  await choose(onAnticoagulants, 'Unknown');
  expect(which()).not.toBeInTheDocument();
  await choose(onAnticoagulants, 'Yes');
  await fillIn(/^Callback Number/, '5550100111');
  await done();
  expect(await errorSummary()).toEqual([
    'NIHSS: Stroke Scale needs to be within the range of 0-42',
    'Contraindications to IV Thrombolysis: Must be at most 255 characters long.',
    'Which Anticoagulants: You must select at least one.',
  ]);
  await userEvent.type(group(/^NIHSS/).getByRole('textbox'), '{Backspace}2');
  await userEvent.type(screen.getByLabelText(/^Contraindications/), '{Backspace}');
  await check(/^Which Anticoagulants/, 'Apixaban Oral');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    isEmergency: false,
    [record]: {
      isAcute: true,
      lastKnownWell: '2024-03-04T19:05:00.000Z',
      symptomDiscovery: '2024-03-04T20:20:00.000Z',
      nihss: 42,
      contraindications: 'c'.repeat(255),
      isOnAnticoagulants: true,
      anticoagulants: { selected: ['Apixaban Oral'], other: null },
    },
  });
});

const times = [
  ['[FSTROKE-33]', 'Last Known Well', '01012099', 'Must not be in the future.'],
  ['[FSTROKE-34]', 'Symptom Discovery', '01012099', 'Must not be in the future.'],
  ['[FSTROKE-34]', 'Symptom Discovery', '12311799', 'Must not be before 01/01/1800.'],
] as const;
it.each(times)('%s rejects, for %s, a date of %s', async (_row, question, day, message) => {
  const { onSubmit } = showForm();
  await choose(kind, 'Acute');
  const asked = group(new RegExp(`^${question}`));
  await userEvent.type(asked.getByLabelText('Date'), day);
  await userEvent.type(asked.getByLabelText(/^Time/), '1200');
  await fillIn(/^Callback Number/, '5550100111');
  await done();
  expect(await errorSummary()).toEqual([`${question}: ${message}`]);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('[FSTROKE-38] [FSTROKE-39] [FSTROKE-40] asks only for a reason for a follow-up, and sends nothing from the acute form', async () => {
  const { onSubmit } = showForm();
  await choose(kind, 'Acute');
  await fillIn(/^Contraindications/, 'Surgery last week');
  await choose(onAnticoagulants, 'No');
  await choose(kind, 'Follow-up');
  expect(screen.queryByLabelText(/^Contraindications/)).not.toBeInTheDocument();
  await fillIn(/^Callback Number/, '5550100111');
  await done();
  expect(await errorSummary()).toEqual(['Call Reason: This field is required.']);
  expect(screen.getByLabelText(/^Call Reason/)).toBeRequired();
  await fillIn(/^Call Reason/, 'r'.repeat(256));
  await done();
  expect(await errorSummary()).toEqual(['Call Reason: Must be at most 255 characters long.']);
  expect(screen.getByText('256 of 255 characters')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/^Call Reason/), '{Backspace}');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    reason: 'r'.repeat(255),
    [record]: { isAcute: false, contraindications: null, isOnAnticoagulants: null },
  });
  expect(onSubmit.mock.lastCall?.[0]).not.toHaveProperty([record, 'callReason']);
});

it('[FSTROKE-29] [FSTROKE-30] [FSTROKE-40] [WIZ-33] [WIZ-37] offers Emergency except for a follow-up, and sends it as acute without the follow-up reason', async () => {
  const { onSubmit } = showForm();
  const emergencies = () => screen.queryAllByRole('button', { name: 'Emergency' });
  expect(emergencies()).toHaveLength(2);
  await choose(kind, 'Follow-up');
  expect(emergencies()).toHaveLength(0);
  await fillIn(/^Call Reason/, 'Day two');
  await choose(kind, 'Acute');
  expect(screen.queryByLabelText(/^Call Reason/)).not.toBeInTheDocument();
  await fillIn(/^Callback Number/, '5550100111');
  await userEvent.click(emergencies()[0]!);
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ isEmergency: true, reason: null, [record]: { isAcute: true } });
});
