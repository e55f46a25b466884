import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { connectQueries, markStale } from '@/api/live';
import * as reloading from '@/session/reload';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { CONSULT_ID, makePatient, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { CONSULT, refusal, showConsult } from '@/testing/show-consult';
import { makeUnit, requiredFields, visitNumber } from '@/testing/wizard-network';
import {
  previousValues,
  box,
  collecting,
  consult,
  fill,
  gone,
  openPatientDialog,
  patient,
  plain,
  save,
  showPatientDialog,
} from '@/testing/show-patient-dialog';

let reload = vi.spyOn(reloading, 'reloadPage');

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  reload = vi.spyOn(reloading, 'reloadPage').mockResolvedValue();
});

it.each([
  [true, false],
  [false, false],
  [false, true],
])(
  '[DET-32] [PERM-22] [PERM-23] [PERM-24] is offered only if the server allows it: %s, from the EMR: %s',
  async (allowed, isEmr) => {
    const others = ['acknowledge', 'complete', 'edit', 'cancel', 'editBedsidePhone'] as const;
    const Patient = makePatient({ isEmr });
    showConsult(
      allowed
        ? makePsychConsult({ Patient, state: 'completed', allowedActions: ['editPatient'] })
        : makePsychConsult({ Patient, allowedActions: [...others] }),
    );
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryAllByRole('button', { name: 'Edit patient' })).toHaveLength(allowed ? 1 : 0);
  },
);

it("[DET-03] [DET-32] asks for the ID number by the user's custom label", async () => {
  await showPatientDialog({ me: makeMe({ stringDictionary: { ENUMBER_LABEL: 'MRN' } }) });
  await waitFor(() => expect(box(/^MRN/)).toHaveValue('4711'));
  expect(screen.queryByText(/^ID Number/)).not.toBeInTheDocument();
});

it('[DET-33] [INFO-15] closes without a request if nothing has changed in the end', async () => {
  const { FeaturesByLocations } = collecting;
  const unit = {
    ...collecting,
    FeaturesByLocations: { ...FeaturesByLocations, configurablePatientNumber: visitNumber },
  };
  const { sent } = await showPatientDialog({ unit });
  await fill(/First Name/, 'Rose');
  await fill(/First Name/, '  Rosa ');
  await save();
  await gone();
  expect(sent).toEqual([]);
  expect(screen.queryByText('Patient updated.')).not.toBeInTheDocument();
  expect(hasDirtyForms()).toBe(false);
});

it('[DET-33] [PERM-23] [VAL-12] [VAL-15] saves changes, even for a completed consult, and the header shows them', async () => {
  const changed = makePatient({ nameGiven: 'Rose', birthDate: '1800-01-01', gender: 'unknown' });
  const { sent } = await showPatientDialog({
    respond: () => HttpResponse.json(changed),
    shownConsult: { ...consult, state: 'completed', completeType: 'video' },
  });
  expect(box(/First Name/)).toHaveFocus();
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Male',
    'Female',
    'Other',
    'Unknown',
  ]);
  await fill(/First Name/, 'Rose');
  await fill(/Date of Birth/, '01011800');
  await userEvent.click(screen.getByRole('radio', { name: 'Unknown' }));
  await save();
  await gone();
  expect(await screen.findByRole('heading', { level: 1, name: 'Marsh, Rose' })).toBeInTheDocument();
  expect(sent).toEqual([
    {
      patient: {
        nameGiven: 'Rose',
        nameFamily: 'Marsh',
        birthDate: '1800-01-01',
        gender: 'unknown',
        additionalData: { enumber: '4711' },
      },
      before: previousValues(patient),
    },
  ]);
});

const wrong = [
  ['[VAL-06] [VAL-44]', /First Name/, '  ', 'First Name: This field is required.'],
  ['[VAL-06]', /First Name/, 'x'.repeat(256), 'First Name: Must be at most 255 characters long.'],
  ['[VAL-07] [VAL-44]', /Last Name/, '  ', 'Last Name: This field is required.'],
  ['[VAL-07]', /Last Name/, 'x'.repeat(256), 'Last Name: Must be at most 255 characters long.'],
  ['[VAL-08]', /Date of Birth/, '', 'Date of Birth: This field is required.'],
  ['[VAL-12]', /Date of Birth/, '12311799', 'Date of Birth: Must not be before 01/01/1800.'],
  ['[VAL-11]', /Date of Birth/, '01012999', 'Date of Birth: Must not be in the future.'],
  ['[VAL-10]', /Date of Birth/, '02302000', 'Date of Birth: Enter a valid date.'],
  ['[VAL-17]', /ID Number/, '', 'ID Number: This field is required.'],
  ['[VAL-18]', /ID Number/, '123456789012', 'ID Number: Must be between 1 and 11 characters long'],
  ['[VAL-18]', /ID Number/, '47a11', 'ID Number: Digits only.'],
] as const;

describe('validation', () => {
  it.each(wrong)('%s shows the error at %s and sends nothing', async (_row, field, text, message) => {
    const { dialog, sent } = await showPatientDialog();
    await fill(field, text);
    await save();
    const banner = await dialog.findByRole('alert');
    expect(within(banner).getByRole('link')).toHaveTextContent(message);
    expect(box(field)).toHaveFocus();
    const over = dialog.queryAllByText('256 of 255 characters', { selector: '[data-figures]' });
    expect(over).toHaveLength(text.length > 255 ? 1 : 0);
    expect(sent).toEqual([]);
  });

  it("[VAL-11] rejects a birth date of tomorrow in the patient's time zone, and accepts today", async () => {
    // In New York it is still the evening of the previous day.
    vi.setSystemTime('2026-03-05T02:00:00Z');
    onTestFinished(() => void vi.useRealTimers());
    const { dialog, sent } = await showPatientDialog({ unit: makeUnit({ id: 11, timeZone: 'America/New_York' }) });
    await fill(/Date of Birth/, '03052026');
    await save();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Date of Birth: Must not be in the future.');
    await fill(/Date of Birth/, '03042026');
    await save();
    await gone();
    expect(sent).toMatchObject([{ patient: { birthDate: '2026-03-04' } }]);
  });

  it('[VAL-14] [VAL-15] [VAL-16] [VAL-18] requires the sex only if the unit collects it', async () => {
    const unknown = { ...consult, Patient: makePatient({ gender: null }) };
    const { dialog, unmount } = await showPatientDialog({ shownConsult: unknown });
    await fill(/ID Number/, '12345678901');
    await save();
    expect(within(await dialog.findByRole('alert')).getByRole('link')).toHaveTextContent(
      'Sex: This field is required.',
    );
    unmount();
    const { sent } = await showPatientDialog({ shownConsult: unknown, unit: plain });
    expect(screen.queryByRole('group', { name: /Sex/ })).not.toBeInTheDocument();
    await fill(/Last Name/, 'Marshall');
    await save();
    await gone();
    expect(sent).toHaveLength(1);
  });
});

it("[DET-33] [VAL-20] [VAL-21] [VAL-22] validates the unit's own number as a request does", async () => {
  const path = 'Patient.additionalData.patientNumber';
  const fits = { kind: 'matches', field: path, pattern: 'V[0-9]{3}', message: 'Visit Number is invalid.' } as const;
  const patientRules = [...requiredFields(path), fits];
  const configurablePatientNumber = { ...visitNumber, optional: false };
  const unit = makeUnit({ id: 11, timeZone: 'UTC', patientRules }, { configurablePatientNumber });
  const { dialog, sent } = await showPatientDialog({ unit });
  const wrongs = [
    ['', 'Visit Number: This field is required.'],
    ['xV123', 'Visit Number: Visit Number is invalid.'],
  ] as const;
  for (const [typed, message] of wrongs) {
    await fill(/Visit Number/, typed);
    await save();
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(message));
  }
  expect(sent).toEqual([]);
  await fill(/Visit Number/, 'V123');
  await save();
  await gone();
  expect(sent).toMatchObject([{ patient: { additionalData: { patientNumber: 'V123' } } }]);
});

it('[DET-34] [ERR-17] reloads the page if the server refuses, and logs the failure without its message', async () => {
  const { sent } = await showPatientDialog({ respond: () => refusal(400) });
  await fill(/Last Name/, 'Marshall');
  await save();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  const about = { call: 'edit patient', status: 400, consultId: CONSULT_ID };
  expect(vi.mocked(console.warn).mock.calls).toEqual([['A call about a consult failed.', about]]);
  expect(box(/Last Name/)).toHaveValue('Marshall');
  expect(hasDirtyForms()).toBe(true);
});

it('[DET-34] does not reload without a response, and says so', async () => {
  let failing = true;
  const { dialog, sent } = await showPatientDialog({
    respond: () => (failing ? HttpResponse.error() : HttpResponse.json(patient)),
  });
  await fill(/Last Name/, 'Marshall');
  speedUpTimers();
  await save();
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  const title = await dialog.findByText('This may not have been saved.');
  expect(title.parentElement).toHaveTextContent('The server did not respond. It is safe to press Save again.');
  expect(box(/Last Name/)).toHaveValue('Marshall');
  expect(reload).not.toHaveBeenCalled();
  failing = false;
  await save();
  await gone();
  expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1);
});

it("[DET-25] shows another user's corrections except in edited fields, so that saving does not undo them", async () => {
  const { answer, queryClient, sent } = await showPatientDialog();
  const disconnect = connectQueries(queryClient);
  await fill(/Last Name/, 'Marshall');
  answer.consult = { ...consult, Patient: { ...patient, nameGiven: 'Rosalind' } };
  markStale([`consult/${CONSULT_ID}`]);
  await waitFor(() => expect(box(/First Name/)).toHaveValue('Rosalind'));
  expect(box(/Last Name/)).toHaveValue('Marshall');
  await save();
  await gone();
  const corrected = expect.objectContaining({ nameGiven: 'Rosalind', nameFamily: 'Marshall' }) as object;
  expect(sent).toEqual([{ patient: corrected, before: previousValues(answer.consult.Patient) }]);
  disconnect();
});

it('shows that the unit could not be loaded, and retries', async () => {
  let broken = true;
  server.use(
    http.get('*/api/locations/11', () => (broken ? refusal(404) : HttpResponse.json(plain))),
    http.get(CONSULT, () => HttpResponse.json(consult)),
  );
  showConsult(consult);
  await openPatientDialog();
  await screen.findByText('Failed to load patient');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: /First Name/ })).toHaveValue('Rosa');
});
