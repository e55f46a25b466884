import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';

import type { LineSlug } from '@/api/contract/lines.gen';
import { choose, showRequestForm } from '@/testing/show-request-form';
import { transcribed } from '@/testing/transcribed';

import { RequestForm as AcuteStroke } from './lines/acute-stroke/request-form';
import { RequestForm as Covid } from './lines/tele-covid/request-form';
import { RequestForm as Hospitalist } from './lines/tele-hospitalist/request-form';
import { RequestForm as Icu } from './lines/tele-icu/request-form';
import { RequestForm as Neuro } from './lines/tele-neuro/request-form';
import { RequestForm as Psych } from './lines/tele-psych/request-form';
import { RequestForm as Stroke } from './lines/tele-stroke/request-form';
import { RequestForm as Toxicology } from './lines/tele-toxicology/request-form';
import { RequestForm as Triage } from './lines/tele-triage/request-form';
import type { RequestFormProps } from './request-form';

/** The single-choice questions and the choices of each, in order. */
type Offered = [question: string, answers: string[]][];

const yesNo = ['Yes', 'No'];
const yesNoUnknown = ['Yes', 'No', 'Unknown'];
const unstable = (answers: string[]): Offered => [
  ['Acute change in respiratory status?', answers],
  ['Acute change in blood pressure?', answers],
  ['Another acute unstable condition?', answers],
];

const stroke: Offered = [
  ['Potential Thrombolytic', yesNo],
  ['Suspected Large Vessel Occlusion', yesNo],
  ['Is the patient on anticoagulants?', yesNoUnknown],
];
const acuteStroke: Offered = [
  ['Acute or Follow-up', ['Acute', 'Follow-up']],
  ['On Anticoagulants', yesNoUnknown],
];
const triage: Offered = [['Job Description', transcribed('choices').TriageJobDescription]];

const offered = () =>
  screen.getAllByRole('group').flatMap((group): Offered => {
    const answers = within(group).queryAllByRole('radio');
    const question = (group.querySelector('legend')?.textContent ?? '').replace(/ ?\*.*$/, '');
    return answers.length === 0 ? [] : [[question, answers.map((radio) => radio.closest('label')?.textContent ?? '')]];
  });

const asking: [rows: string, slug: LineSlug, form: ComponentType<RequestFormProps>, questions: Offered][] = [
  ['[FSTROKE-08] [FSTROKE-09] [FSTROKE-19]', 'tele-stroke', Stroke, stroke],
  ['[FSTROKE-32] [FSTROKE-37]', 'acute-stroke', AcuteStroke, acuteStroke],
  ['[FICU-01]', 'tele-icu', Icu, unstable(yesNo)],
  ['[FCOVID-02]', 'tele-covid', Covid, unstable(yesNoUnknown)],
  ['[FTRIAGE-04] [CHOICE-10]', 'tele-triage', Triage, triage],
];

it.each(asking)(
  '%s offers the specified answers for each question: %s',
  async (_rows, slug, RequestForm, questions) => {
    showRequestForm(slug, RequestForm);
    if (slug === 'acute-stroke') await choose(/^Acute or Follow-up/, 'Acute');
    expect(offered()).toEqual(questions);
  },
);

it.each([
  ['tele-neuro', Neuro],
  ['tele-psych', Psych],
  ['tele-toxicology', Toxicology],
  ['tele-hospitalist', Hospitalist],
] as const)('asks no question with one answer of several: %s', (slug, RequestForm) => {
  showRequestForm(slug, RequestForm);
  expect(screen.queryAllByRole('radio')).toEqual([]);
});

const emergencies: [rows: string, slug: LineSlug, form: ComponentType<RequestFormProps>, buttons: number][] = [
  ['[FSTROKE-29]', 'tele-stroke', Stroke, 2],
  ['[FSTROKE-29]', 'acute-stroke', AcuteStroke, 2],
  ['[FICU-04]', 'tele-icu', Icu, 2],
  ['[FTOX-04]', 'tele-toxicology', Toxicology, 2],
  ['[FCOVID-03]', 'tele-covid', Covid, 0],
  ['[FCOVID-03]', 'tele-neuro', Neuro, 0],
  ['[FCOVID-03]', 'tele-psych', Psych, 0],
  ['[FCOVID-03]', 'tele-triage', Triage, 0],
  ['[FCOVID-03]', 'tele-hospitalist', Hospitalist, 0],
];

it.each(emergencies)(
  '%s offers Emergency above and below its form, or not at all: %s',
  (_rows, slug, form, buttons) => {
    showRequestForm(slug, form);
    expect(screen.queryAllByRole('button', { name: 'Emergency' })).toHaveLength(buttons);
  },
);
