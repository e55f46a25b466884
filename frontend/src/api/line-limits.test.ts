import { afterEach, expect, it, vi } from 'vitest';

import cases from '@/api/contract/cases.gen.json';
import type { SchemaName } from '@/api/contract-form';
import { type Fields, valueAt } from '@/api/rules';
import { errorsOf } from '@/testing/shared-cases';

import { type LineSlug, lines } from './contract/lines.gen';
import { messages } from './contract/messages.gen';

afterEach(() => {
  vi.useRealTimers();
});

type Form = 'request' | 'completion' | 'signOff' | 'note';

function schemaOf(slug: LineSlug, form: Form): SchemaName {
  const line = lines.find((line) => line.slug === slug)!;
  if (form === 'request') return line.requestSchema;
  if (form === 'completion') return line.completionSchema;
  return form === 'note' ? 'StrokeNote' : line.signOff!.schema;
}

function withField(data: Fields, path: string, value: unknown): Fields {
  const [key = '', ...rest] = path.split('.');
  return { ...data, [key]: rest.length === 0 ? value : withField(data[key] as Fields, rest.join('.'), value) };
}

/** The browser's errors for a valid case that has this field, after the field is changed. */
async function errorsAfterChange(slug: LineSlug, form: Form, path: string, value: string | number) {
  const formCases: readonly { form: string; now: string; data: Fields; errors: object }[] =
    cases[form === 'note' ? 'stroke-note' : slug];
  const valid = formCases.find(
    (formCase) =>
      (form === 'note' || formCase.form === form) &&
      Object.keys(formCase.errors).length === 0 &&
      typeof valueAt(formCase.data, path) === typeof value,
  );
  if (valid === undefined) throw new Error(`No valid case of ${slug} has ${path}.`);
  const { now, data } = valid;
  return errorsOf(schemaOf(slug, form), { now, data: withField(data, path, value) });
}

const TOO_LONG = 'Must be at most 255 characters long.';
const OTHER_TOO_LONG = 'The Other field cannot exceed 255 characters.';
const TOO_SHORT = 'Must be at least one minute';

const shortTexts: readonly (readonly [string, LineSlug, Form, string, string])[] = [
  ['[FSTROKE-06] [VAL-42]', 'tele-stroke', 'request', 'reason', TOO_LONG],
  ['[FSTROKE-22]', 'tele-stroke', 'request', 'TeleStrokeConsultDetail.clinicalConcern', TOO_LONG],
  ['[FSTROKE-18]', 'tele-stroke', 'request', 'TeleStrokeConsultDetail.notableSymptoms.other', OTHER_TOO_LONG],
  ['[FSTROKE-20]', 'tele-stroke', 'request', 'TeleStrokeConsultDetail.anticoagulants.other', OTHER_TOO_LONG],
  ['[FSTROKE-37]', 'acute-stroke', 'request', 'AcuteStrokeConsultDetail.anticoagulants.other', OTHER_TOO_LONG],
  ['[FSTROKE-38] [VAL-42]', 'acute-stroke', 'request', 'reason', TOO_LONG],
  ['[FNEURO-05] [VAL-42]', 'tele-neuro', 'request', 'reason', TOO_LONG],
  ['[FPSYCH-03]', 'tele-psych', 'request', 'TelePsychConsultDetail.otherReason', OTHER_TOO_LONG],
  ['[FTOX-02] [VAL-42]', 'tele-toxicology', 'request', 'reason', TOO_LONG],
  ['[FICU-02] [VAL-42]', 'tele-icu', 'request', 'reason', TOO_LONG],
  ['[FCOVID-01] [VAL-42]', 'tele-covid', 'request', 'reason', TOO_LONG],
  ['[FHOSP-01] [VAL-42]', 'tele-hospitalist', 'request', 'reason', TOO_LONG],
  ['[DONE-05]', 'tele-stroke', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-09]', 'acute-stroke', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-19]', 'tele-neuro', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-25]', 'tele-psych', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-29]', 'tele-toxicology', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-33]', 'tele-icu', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-33]', 'tele-covid', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-33]', 'tele-triage', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-33]', 'tele-hospitalist', 'completion', 'cancellationReason', TOO_LONG],
  ['[DONE-20]', 'tele-neuro', 'completion', 'qaComment', TOO_LONG],
  ['[DONE-26]', 'tele-psych', 'completion', 'qaComment', TOO_LONG],
  ['[DONE-30]', 'tele-toxicology', 'completion', 'qaComment', TOO_LONG],
  ['[DONE-19]', 'tele-neuro', 'signOff', 'cancellationReason', TOO_LONG],
  ['[DONE-25]', 'tele-psych', 'signOff', 'cancellationReason', TOO_LONG],
  ['[DONE-29]', 'tele-toxicology', 'signOff', 'cancellationReason', TOO_LONG],
  ['[DONE-20]', 'tele-neuro', 'signOff', 'comment', TOO_LONG],
  ['[DONE-26]', 'tele-psych', 'signOff', 'comment', TOO_LONG],
  ['[DONE-30]', 'tele-toxicology', 'signOff', 'comment', TOO_LONG],
  ['[NOTE-26]', 'tele-stroke', 'note', 'thrombolytic.dosage', TOO_LONG],
  ['[NOTE-30]', 'tele-stroke', 'note', 'thrombolytic.delayReason.other', OTHER_TOO_LONG],
  ['[NOTE-32]', 'tele-stroke', 'note', 'thrombolytic.notGivenReason.other', OTHER_TOO_LONG],
  ['[NOTE-39]', 'tele-stroke', 'note', 'iaTherapy.notCandidateReasons.other', OTHER_TOO_LONG],
  ['[NOTE-42]', 'tele-stroke', 'note', 'diagnosis.other', OTHER_TOO_LONG],
  ['[NOTE-44]', 'tele-stroke', 'note', 'disposition.other', OTHER_TOO_LONG],
];

it.each(shortTexts)(
  '%s [BCONST-05] accepts 255 characters and no more: %s %s %s',
  async (_row, slug, form, path, message) => {
    expect(await errorsAfterChange(slug, form, path, 'é'.repeat(255))).toEqual({});
    expect(await errorsAfterChange(slug, form, path, 'é'.repeat(256))).toEqual({ [path]: message });
  },
);

const minimums: readonly (readonly [string, LineSlug, Form, string, number, string])[] = [
  ['[DONE-03]', 'tele-stroke', 'completion', 'callLength', 1, TOO_SHORT],
  ['[DONE-16]', 'tele-neuro', 'completion', 'callLength', 1, TOO_SHORT],
  ['[DONE-16]', 'tele-neuro', 'signOff', 'videoCallLength', 1, TOO_SHORT],
  ['[NOTE-03]', 'tele-stroke', 'note', 'callLength', 0, 'Enter a valid value.'],
  ['[NOTE-45]', 'tele-stroke', 'note', 'totalTimeSpent', 0, 'Enter a valid value.'],
];

it.each(minimums)(
  '%s [BCONST-08] accepts minutes from the minimum up: %s %s %s',
  async (_row, slug, form, path, minimum, message) => {
    expect(await errorsAfterChange(slug, form, path, minimum)).toEqual({});
    expect(await errorsAfterChange(slug, form, path, minimum - 1)).toEqual({ [path]: message });
  },
);

it.each([
  ['m'.repeat(6000), {}],
  ['m\n'.repeat(500), {}],
  ['m'.repeat(6001), { content: messages.SECTION_TOO_LONG }],
  [`${'m\n'.repeat(500)}m`, { content: messages.SECTION_TOO_LONG }],
])('[SIGN-30] [BCONST-04] an addendum has at most 6000 characters on 500 lines (case %#)', async (content, errors) => {
  expect(await errorsOf('RequiredAddendum', { now: '2026-03-04T12:00:00Z', data: { content } })).toEqual(errors);
});
