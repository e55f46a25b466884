import { afterEach, expect, it, vi } from 'vitest';

import { caseOf, errorsOf } from '@/testing/shared-cases';

import { lines } from './contract/lines.gen';

afterEach(() => {
  vi.useRealTimers();
});

/** Validates the cases of a line's form against their files, where the expected errors are written by hand. */
async function judges(slug: (typeof lines)[number]['slug'], form: 'request' | 'completion', names: readonly string[]) {
  const line = lines.find((one) => one.slug === slug);
  const schema = form === 'request' ? line?.requestSchema : line?.completionSchema;
  if (schema === undefined) throw new Error(`There is no form ${form} of ${slug}.`);
  for (const name of names) {
    const one = caseOf(slug, name, form);
    expect(await errorsOf(schema, one), name).toEqual(one.errors);
  }
}

const typesOf = (slug: (typeof lines)[number]['slug']) =>
  lines.find((one) => one.slug === slug)?.completionTypes.map(({ label }) => label);

const CANCELLED = [
  'cancelled with a reason',
  'cancelled without a reason',
  'cancelled with a reason of spaces',
  'cancelled with a null reason',
  'cancelled with a reason of 255 characters',
  'cancelled with a reason of 256 characters',
] as const;

const SHORT_COMMENT = ['a comment of 255 characters', 'a comment of 256 characters', 'a comment of spaces'] as const;

it('[FSTROKE-01] [FSTROKE-02] asks whether a thrombolytic and an occlusion are suspected', async () => {
  const answers = ['true', 'false', 'null', 'not answered'];
  await judges('tele-stroke', 'request', [
    ...answers.map((answer) => `potentialThrombolytic ${answer}`),
    ...answers.map((answer) => `suspectedLargeVesselOcclusion ${answer}`),
    'potentialThrombolytic as text',
  ]);
});

it('[FSTROKE-06] [FSTROKE-22] [BCONST-05] [VAL-42] takes a reason and a clinical concern of 255 characters, and neither too', async () => {
  await judges('tele-stroke', 'request', [
    'everything answered',
    'a reason of 255 characters',
    'a reason of 256 characters',
    'a clinical concern of spaces',
    'a clinical concern of 255 characters',
    'a clinical concern of 256 characters',
  ]);
});

it.each(['edArrivalDate', 'lastKnownWell'])(
  '[FSTROKE-12] [FSTROKE-13] [BCONST-09] keeps %s between 1800 and now',
  async (name) => {
    await judges('tele-stroke', 'request', [
      `${name} on the first day of 1800`,
      `${name} in 1799`,
      `${name} now`,
      `${name} a minute ahead of the server's clock`,
      `${name} more than a minute ahead`,
      `${name} tomorrow`,
    ]);
  },
);

it('[FSTROKE-33] [FSTROKE-34] [BCONST-09] keeps the times of an acute stroke between 1800 and now', async () => {
  const times = ['lastKnownWell', 'symptomDiscovery'];
  const moments = ['now', 'tomorrow', 'in 1799'];
  await judges(
    'acute-stroke',
    'request',
    times.flatMap((name) => moments.map((moment) => `${name} ${moment}`)),
  );
});

it('[FSTROKE-35] [BCONST-07] takes a stroke scale of 0 to 42 for an acute stroke', async () => {
  const scores = [-1, 0, 42, 43];
  await judges(
    'acute-stroke',
    'request',
    scores.map((score) => `NIHSS ${score}`),
  );
});

it('[DONE-08] completes an acute stroke consult by its own types, and no other', async () => {
  expect(typesOf('acute-stroke')).toEqual(['Phone', 'Video', 'Cancelled']);
  await judges('acute-stroke', 'completion', ['phone', 'video', 'a type of another line', 'no type']);
});

it('[DONE-09] [BCONST-06] wants a reason for cancelling an acute stroke consult, and takes a comment of 2000 characters', async () => {
  await judges('acute-stroke', 'completion', [
    ...CANCELLED,
    'a comment of 2000 characters',
    'a comment of 2001 characters',
  ]);
});

it('[DONE-28] [DONE-29] [DONE-30] completes a toxicology consult by its own types, reason and comment', async () => {
  expect(typesOf('tele-toxicology')).toEqual([
    'Video',
    'Phone Only with Provider',
    'Phone with Provider Plus Written Note',
    'Cancelled',
  ]);
  const types = ['video', 'phone only with provider', 'phone with provider plus written note'];
  await judges('tele-toxicology', 'completion', [
    ...types,
    'a type of another line',
    'no type',
    ...CANCELLED,
    ...SHORT_COMMENT,
  ]);
});

it.each(['tele-icu', 'tele-covid', 'tele-triage', 'tele-hospitalist'] as const)(
  '[DONE-33] completes a consult of %s by Video, Phone or Cancelled, with a reason and a comment',
  async (slug) => {
    expect(typesOf(slug)).toEqual(['Video', 'Phone', 'Cancelled']);
    await judges(slug, 'completion', ['video', 'phone', 'a type of another line', 'no type', ...CANCELLED]);
    await judges(slug, 'completion', SHORT_COMMENT);
  },
);
