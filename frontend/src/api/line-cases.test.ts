import { afterEach, expect, it, vi } from 'vitest';

import { caseOf, errorsOf } from '@/testing/shared-cases';

import { lines } from './contract/lines.gen';

afterEach(() => {
  vi.useRealTimers();
});

/** Validates the cases of a line's form against their files, where the expected errors are written by hand. */
async function expectCaseErrors(
  slug: (typeof lines)[number]['slug'],
  form: 'request' | 'completion',
  names: readonly string[],
) {
  const line = lines.find((line) => line.slug === slug);
  const schema = form === 'request' ? line?.requestSchema : line?.completionSchema;
  if (schema === undefined) throw new Error(`${slug} has no ${form} form.`);
  for (const name of names) {
    const lineCase = caseOf(slug, name, form);
    expect(await errorsOf(schema, lineCase), name).toEqual(lineCase.errors);
  }
}

const typesOf = (slug: (typeof lines)[number]['slug']) =>
  lines.find((line) => line.slug === slug)?.completionTypes.map(({ label }) => label);

const CANCELED = [
  'cancelled with a reason',
  'cancelled without a reason',
  'cancelled with a reason of spaces',
  'cancelled with a null reason',
  'cancelled with a reason of 255 characters',
  'cancelled with a reason of 256 characters',
] as const;

const SHORT_COMMENT = ['a comment of 255 characters', 'a comment of 256 characters', 'a comment of spaces'] as const;

it('[FSTROKE-01] [FSTROKE-02] accepts yes, no or unknown for a potential thrombolytic and a suspected occlusion', async () => {
  const values = ['true', 'false', 'null', 'not answered'];
  await expectCaseErrors('tele-stroke', 'request', [
    ...values.map((value) => `potentialThrombolytic ${value}`),
    ...values.map((value) => `suspectedLargeVesselOcclusion ${value}`),
    'potentialThrombolytic as text',
  ]);
});

it('[FSTROKE-06] [FSTROKE-22] [BCONST-05] [VAL-42] accepts a reason and a clinical concern of up to 255 characters, or none', async () => {
  await expectCaseErrors('tele-stroke', 'request', [
    'everything answered',
    'a reason of 255 characters',
    'a reason of 256 characters',
    'a clinical concern of spaces',
    'a clinical concern of 255 characters',
    'a clinical concern of 256 characters',
  ]);
});

it.each(['edArrivalDate', 'lastKnownWell'])(
  '[FSTROKE-12] [FSTROKE-13] [BCONST-09] requires %s to be between 1800 and now',
  async (name) => {
    await expectCaseErrors('tele-stroke', 'request', [
      `${name} on the first day of 1800`,
      `${name} in 1799`,
      `${name} now`,
      `${name} a minute ahead of the server's clock`,
      `${name} more than a minute ahead`,
      `${name} tomorrow`,
    ]);
  },
);

it('[FSTROKE-33] [FSTROKE-34] [BCONST-09] requires the times of an acute stroke to be between 1800 and now', async () => {
  const times = ['lastKnownWell', 'symptomDiscovery'];
  const moments = ['now', 'tomorrow', 'in 1799'];
  await expectCaseErrors(
    'acute-stroke',
    'request',
    times.flatMap((name) => moments.map((moment) => `${name} ${moment}`)),
  );
});

it('[FSTROKE-35] [BCONST-07] accepts a stroke scale of 0 to 42 for an acute stroke', async () => {
  const scores = [-1, 0, 42, 43];
  await expectCaseErrors(
    'acute-stroke',
    'request',
    scores.map((score) => `NIHSS ${score}`),
  );
});

it('[DONE-08] completes an acute stroke consult with its own types only', async () => {
  expect(typesOf('acute-stroke')).toEqual(['Phone', 'Video', 'Cancelled']);
  await expectCaseErrors('acute-stroke', 'completion', ['phone', 'video', 'a type of another line', 'no type']);
});

it('[DONE-09] [BCONST-06] requires a reason for canceling an acute stroke consult, and accepts a comment of 2000 characters', async () => {
  await expectCaseErrors('acute-stroke', 'completion', [
    ...CANCELED,
    'a comment of 2000 characters',
    'a comment of 2001 characters',
  ]);
});

it('[DONE-28] [DONE-29] [DONE-30] completes a toxicology consult with its own types, reason and comment', async () => {
  expect(typesOf('tele-toxicology')).toEqual([
    'Video',
    'Phone Only with Provider',
    'Phone with Provider Plus Written Note',
    'Cancelled',
  ]);
  const types = ['video', 'phone only with provider', 'phone with provider plus written note'];
  await expectCaseErrors('tele-toxicology', 'completion', [
    ...types,
    'a type of another line',
    'no type',
    ...CANCELED,
    ...SHORT_COMMENT,
  ]);
});

it.each(['tele-icu', 'tele-covid', 'tele-triage', 'tele-hospitalist'] as const)(
  '[DONE-33] completes a %s consult as Video, Phone or Cancelled, with a reason and a comment',
  async (slug) => {
    expect(typesOf(slug)).toEqual(['Video', 'Phone', 'Cancelled']);
    await expectCaseErrors(slug, 'completion', ['video', 'phone', 'a type of another line', 'no type', ...CANCELED]);
    await expectCaseErrors(slug, 'completion', SHORT_COMMENT);
  },
);
