import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { RequestDraft } from '@/service-lines/request-form';
import { pasteInto } from '@/testing/paste-into';
import { choose, done, group, errorSummary, showRequestForm, check } from '@/testing/show-request-form';
import { transcribed } from '@/testing/transcribed';

import { RequestForm } from './request-form';

const showForm = (draft: RequestDraft | null = null) => showRequestForm('tele-stroke', RequestForm, { draft });

/** The same button appears above and below the questions. */
const emergency = (place: 0 | 1 = 0) => screen.getAllByRole('button', { name: 'Emergency' })[place]!;

const arrival = /^ED Arrival Date/;
const lastKnownWell = /^Last Known Well/;
const nihss = /^NIHSS/;
const symptoms = /^Notable Symptoms/;
const onAnticoagulants = /on anticoagulants/;
const anticoagulants = /^Anticoagulants/;
const status = /^Baseline Functional Status/;

async function fillAll() {
  await choose(/^Potential Thrombolytic/, 'Yes');
  await choose(/^Suspected Large Vessel Occlusion/, 'No');
  await userEvent.type(group(arrival).getByLabelText('Date'), '03042026');
  await userEvent.type(group(arrival).getByLabelText(/^Time/), '1405');
  await check(lastKnownWell, 'Unknown');
  await userEvent.type(group(nihss).getByRole('textbox'), '12');
  await check(symptoms, 'Aphasia');
  await choose(onAnticoagulants, 'Unknown');
  await check(status, 'Independent');
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
}

it('[FSTROKE-08] [FSTROKE-09] [FSTROKE-23] [FSTROKE-25] [FSTROKE-26] sends answers in the format the server stores', async () => {
  const { onSubmit } = showForm();
  await fillAll();
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    isEmergency: false,
    TeleStrokeConsultDetail: {
      potentialThrombolytic: true,
      suspectedLargeVesselOcclusion: false,
      edArrivalDate: '2026-03-04T19:05:00.000Z',
      lastKnownWell: null,
      nihss: 12,
      notableSymptoms: { selected: ['Aphasia'], other: null },
      isOnAnticoagulants: null,
      anticoagulants: { selected: [], other: null },
      baselineFunctionalStatus: ['Independent'],
    },
  });
}, 15_000);

it('[FSTROKE-01] [FSTROKE-02] [FSTROKE-07] [FSTROKE-19] [FSTROKE-42] requires every question except the concern, and moves focus to the first one missing', async () => {
  const { onSubmit } = showForm();
  expect(screen.getByLabelText(/^Clinical Concern/)).not.toBeRequired();
  await done();
  expect(await errorSummary()).toEqual([
    'Potential Thrombolytic: This field is required.',
    'Suspected Large Vessel Occlusion: This field is required.',
    'ED Arrival Date: This field is required.',
    'Last Known Well: This field is required.',
    'NIHSS: This field is required.',
    'Notable Symptoms: You must select at least one.',
    'Is the patient on anticoagulants? This field is required.',
    'Baseline Functional Status: You must select at least one.',
    'Callback Number: This field is required.',
  ]);
  const first = group(/^Potential Thrombolytic/).getByRole('radio', { name: 'Yes' });
  await waitFor(() => expect(first).toHaveFocus());
  await done();
  await waitFor(() => expect(first).toHaveFocus());
  expect(onSubmit).not.toHaveBeenCalled();
});

it('[FSTROKE-05] [FSTROKE-10] [FSTROKE-11] [FSTROKE-17] [FSTROKE-21] marks required questions and requires an answer to them', async () => {
  showForm();
  await choose(onAnticoagulants, 'Yes');
  await done();
  expect(await errorSummary()).toEqual(
    expect.arrayContaining([
      'ED Arrival Date: This field is required.',
      'Last Known Well: This field is required.',
      'Notable Symptoms: You must select at least one.',
      'Anticoagulants: You must select at least one.',
      'Baseline Functional Status: You must select at least one.',
      'Callback Number: This field is required.',
    ]),
  );
});

const skippedTime = 'This time does not exist on that date (daylight saving time). Enter another time.';
it.each([
  [arrival, '02302026', '1405', 'Enter a valid date.'],
  [arrival, '0304195', '1405', 'Enter the year with four digits.'],
  [arrival, '03042026', '2560', 'Enter a time, for example 14:30.'],
  [lastKnownWell, '03082026', '0230', skippedTime],
])('[FSTROKE-26] reports what is wrong with a date and time: %s %s %s', async (question, day, time, message) => {
  const { onSubmit } = showForm();
  await userEvent.type(group(question).getByLabelText('Date'), day);
  await userEvent.type(group(question).getByLabelText(/^Time/), time);
  await done();
  expect(await group(question).findByText(message)).toBeInTheDocument();
  expect(onSubmit).not.toHaveBeenCalled();
});

it.each([
  ['[FSTROKE-12]', '12311799', 'Must not be before 01/01/1800.'],
  ['[FSTROKE-13]', '01012099', 'Must not be in the future.'],
])('%s refuses a date of %s', async (_row, typed, message) => {
  showForm();
  await userEvent.type(group(lastKnownWell).getByLabelText('Date'), typed);
  await userEvent.type(group(lastKnownWell).getByLabelText(/^Time/), '1200');
  await done();
  expect(await group(lastKnownWell).findByText(message)).toBeInTheDocument();
});

it('[FSTROKE-03] [FSTROKE-15] [FSTROKE-16] [BCONST-07] accepts up to two digits and at most 42 for the scale, or Not Done', async () => {
  const { onSubmit } = showForm();
  const score = group(nihss).getByRole('textbox');
  await done();
  expect(await group(nihss).findByText('This field is required.')).toBeInTheDocument();
  await userEvent.type(score, '439');
  expect(score).toHaveValue('43');
  await done();
  expect(await group(nihss).findByText('Stroke Scale needs to be within the range of 0-42')).toBeInTheDocument();
  await userEvent.type(score, '{Backspace}2');
  await waitFor(() => expect(group(nihss).queryByText(/Stroke Scale/)).not.toBeInTheDocument());
  await userEvent.type(score, '{Backspace}4');
  expect(await group(nihss).findByText(/Stroke Scale/)).toBeInTheDocument();
  await userEvent.clear(score);
  await userEvent.type(score, '0');
  await waitFor(() => expect(group(nihss).queryByText(/Stroke Scale|required\./)).not.toBeInTheDocument());
  expect(score).toHaveValue('0');
  await check(nihss, 'Not Done');
  expect(score).toBeDisabled();
  expect(score).toHaveValue('');
  await waitFor(() => expect(group(nihss).queryByText(/Stroke Scale/)).not.toBeInTheDocument());
  await check(nihss, 'Not Done');
  expect(score).toBeEnabled();
  expect(score).toHaveValue('');
  expect(await group(nihss).findByText('This field is required.')).toBeInTheDocument();
  await check(nihss, 'Not Done');
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.click(emergency());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toHaveProperty('TeleStrokeConsultDetail.nihss', null);
});

it.each([
  ['1.5', 'Whole numbers only'],
  ['-3', 'Stroke Scale needs to be within the range of 0-42'],
  ['a4', 'Whole numbers only'],
])(
  '[FSTROKE-04] [FSTROKE-16] [BCONST-07] makes no other score of %s',
  async (typed, message) => {
    const { onSubmit } = showForm();
    await fillAll();
    await userEvent.clear(group(nihss).getByRole('textbox'));
    await userEvent.type(group(nihss).getByRole('textbox'), typed);
    await done();
    expect(await group(nihss).findByText(message)).toBeInTheDocument();
    expect(onSubmit).not.toHaveBeenCalled();
  },
  15_000,
);

it('[FSTROKE-07] [FSTROKE-18] [FSTROKE-19] [FSTROKE-20] asks which anticoagulants only if the patient takes any, and asks for the text of Other', async () => {
  showForm();
  const answers = group(onAnticoagulants).getAllByRole('radio');
  expect(answers.map((answer) => answer.closest('label')?.textContent)).toEqual(['Yes', 'No', 'Unknown']);
  for (const answer of [null, 'No', 'Unknown']) {
    if (answer !== null) await choose(onAnticoagulants, answer);
    expect(screen.queryByRole('group', { name: anticoagulants })).not.toBeInTheDocument();
  }
  await choose(onAnticoagulants, 'Yes');
  await done();
  expect(await group(anticoagulants).findByText('You must select at least one.')).toBeInTheDocument();
  await check(anticoagulants, 'Other');
  await check(symptoms, 'Other');
  expect(await group(anticoagulants).findByText('You must enter a value for Other.')).toBeInTheDocument();
  expect(await group(symptoms).findByText('You must enter a value for Other.')).toBeInTheDocument();
  await userEvent.click(group(symptoms).getByRole('textbox'));
  await userEvent.paste('x'.repeat(256));
  expect(await group(symptoms).findByText('The Other field cannot exceed 255 characters.')).toBeInTheDocument();
  await choose(onAnticoagulants, 'No');
  await waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent('Anticoagulants:'));
});

const lists = [
  ['[CHOICE-07]', anticoagulants, 'Anticoagulant', ['Other']],
  ['[CHOICE-08]', symptoms, 'NotableSymptom', ['Other']],
  ['[CHOICE-09]', status, 'BaselineFunctionalStatus', []],
] as const;

it.each(lists)('%s offers, for %s, the specified choices', async (_row, name, list, more) => {
  showForm();
  await choose(onAnticoagulants, 'Yes');
  const offered = group(name).getAllByRole('checkbox');
  expect(offered.map((box) => box.closest('label')?.textContent)).toEqual([...transcribed('choices')[list], ...more]);
});

it('[FSTROKE-24] does not send an anticoagulant that was chosen before the answer changed to No', async () => {
  const { onSubmit } = showForm();
  await fillAll();
  await choose(onAnticoagulants, 'Yes');
  await check(anticoagulants, 'Heparin SQ/IV');
  await choose(onAnticoagulants, 'No');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
    TeleStrokeConsultDetail: { isOnAnticoagulants: false, anticoagulants: { selected: [], other: null } },
  });
}, 15_000);

it('[FSTROKE-05] [FSTROKE-30] shows no further errors after a rejected emergency until Done is pressed', async () => {
  showForm();
  const asked = () =>
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .map((link) => link.textContent);
  await userEvent.click(emergency());
  await screen.findByRole('alert');
  await userEvent.type(screen.getByLabelText(/Callback Number/), '5');
  await waitFor(() => expect(asked()).toEqual(['Callback Number: Enter a valid phone number.']));
  await done();
  await waitFor(() => expect(asked()).toHaveLength(9));
});

it('[FSTROKE-08] can be completed with only the keyboard', async () => {
  const { onDraft } = showForm();
  await userEvent.tab();
  expect(emergency()).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await userEvent.tab();
  await userEvent.keyboard('[ArrowRight]');
  expect(onDraft.mock.lastCall?.[0]).toMatchObject({ TeleStrokeConsultDetail: { potentialThrombolytic: true } });
});

it('discards a draft with an outdated structure', () => {
  showForm({ callbackNumber: '(555) 010-0111', TeleStrokeConsultDetail: { nihss: 4 } });
  expect(screen.getByLabelText(/Callback Number/)).toHaveValue('');
});
