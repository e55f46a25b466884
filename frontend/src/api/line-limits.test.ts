import { afterEach, expect, it, vi } from 'vitest';

import cases from '@/api/contract/cases.gen.json';
import type { SchemaName } from '@/api/contract-form';
import { type Fields, valueAt } from '@/api/rules';
import { errorsOf } from '@/testing/judged-cases';

import { type LineSlug, lines } from './contract/lines.gen';

afterEach(() => {
  vi.useRealTimers();
});

type Form = 'request' | 'completion' | 'signOff' | 'note';

function schemaOf(slug: LineSlug, form: Form): SchemaName {
  const line = lines.find((one) => one.slug === slug)!;
  if (form === 'request') return line.requestSchema;
  if (form === 'completion') return line.completionSchema;
  return form === 'note' ? 'StrokeNote' : line.signOff!.schema;
}

function withAnswer(data: Fields, path: string, value: unknown): Fields {
  const [key = '', ...rest] = path.split('.');
  return { ...data, [key]: rest.length === 0 ? value : withAnswer(data[key] as Fields, rest.join('.'), value) };
}

/** What the browser finds wrong with an accepted case in which this field stands, after another answer of it. */
async function judged(slug: LineSlug, form: Form, path: string, value: string | number) {
  const found: readonly { form: string; now: string; data: Fields; errors: object }[] =
    cases[form === 'note' ? 'stroke-note' : slug];
  const accepted = found.find(
    (one) =>
      (form === 'note' || one.form === form) &&
      Object.keys(one.errors).length === 0 &&
      typeof valueAt(one.data, path) === typeof value,
  );
  if (accepted === undefined) throw new Error(`No accepted case of ${slug} has ${path}.`);
  const { now, data } = accepted;
  return errorsOf(schemaOf(slug, form), { now, data: withAnswer(data, path, value) });
}

const TOO_LONG = 'Must be at most 255 characters long.';
const OTHER_TOO_LONG = 'The Other field cannot exceed 255 characters.';
const NO_MINUTE = 'Must be at least one minute';
const signedShortly = ['tele-neuro', 'tele-psych', 'tele-toxicology'] as const;

const shortTexts: readonly (readonly [LineSlug, Form, string, string])[] = [
  ['tele-stroke', 'request', 'reason', TOO_LONG],
  ['tele-stroke', 'request', 'TeleStrokeConsultDetail.clinicalConcern', TOO_LONG],
  ['tele-stroke', 'request', 'TeleStrokeConsultDetail.notableSymptoms.other', OTHER_TOO_LONG],
  ['tele-stroke', 'request', 'TeleStrokeConsultDetail.anticoagulants.other', OTHER_TOO_LONG],
  ['acute-stroke', 'request', 'AcuteStrokeConsultDetail.anticoagulants.other', OTHER_TOO_LONG],
  ['acute-stroke', 'request', 'reason', TOO_LONG],
  ['tele-neuro', 'request', 'reason', TOO_LONG],
  ['tele-psych', 'request', 'TelePsychConsultDetail.otherReason', OTHER_TOO_LONG],
  ['tele-toxicology', 'request', 'reason', TOO_LONG],
  ['tele-icu', 'request', 'reason', TOO_LONG],
  ['tele-covid', 'request', 'reason', TOO_LONG],
  ['tele-hospitalist', 'request', 'reason', TOO_LONG],
  ...lines.map(({ slug }) => [slug, 'completion', 'cancellationReason', TOO_LONG] as const),
  ...signedShortly.map((slug) => [slug, 'completion', 'qaComment', TOO_LONG] as const),
  ...signedShortly.map((slug) => [slug, 'signOff', 'cancellationReason', TOO_LONG] as const),
  ...signedShortly.map((slug) => [slug, 'signOff', 'comment', TOO_LONG] as const),
  ['tele-stroke', 'note', 'thrombolytic.dosage', TOO_LONG],
  ['tele-stroke', 'note', 'thrombolytic.delayReason.other', OTHER_TOO_LONG],
  ['tele-stroke', 'note', 'thrombolytic.notGivenReason.other', OTHER_TOO_LONG],
  ['tele-stroke', 'note', 'iaTherapy.notCandidateReasons.other', OTHER_TOO_LONG],
  ['tele-stroke', 'note', 'diagnosis.other', OTHER_TOO_LONG],
  ['tele-stroke', 'note', 'disposition.other', OTHER_TOO_LONG],
];

it.each(shortTexts)('[BCONST-05] takes 255 characters and no more: %s %s %s', async (slug, form, path, message) => {
  expect(await judged(slug, form, path, 'é'.repeat(255))).toEqual({});
  expect(await judged(slug, form, path, 'é'.repeat(256))).toEqual({ [path]: message });
});

const shortestCalls: readonly (readonly [LineSlug, Form, string, number, string])[] = [
  ['tele-stroke', 'completion', 'callLength', 1, NO_MINUTE],
  ['tele-neuro', 'completion', 'callLength', 1, NO_MINUTE],
  ['tele-neuro', 'signOff', 'videoCallLength', 1, NO_MINUTE],
  ['tele-stroke', 'note', 'callLength', 0, 'Enter a valid value.'],
  ['tele-stroke', 'note', 'totalTimeSpent', 0, 'Enter a valid value.'],
];

it.each(shortestCalls)(
  '[BCONST-08] counts minutes from the least that there can be: %s %s %s',
  async (slug, form, path, least, message) => {
    expect(await judged(slug, form, path, least)).toEqual({});
    expect(await judged(slug, form, path, least - 1)).toEqual({ [path]: message });
  },
);
