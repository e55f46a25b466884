import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';

import type { Me } from '@/session/me';

import { pasteInto } from './paste-into';
import { CONSULT_ID, makePatient, makePsychConsult } from './make-consult';
import { server } from './server';
import { showConsult } from './show-consult';
import { makeUnit, requiredFields } from './wizard-network';

export const patient = makePatient({ additionalData: { enumber: '4711', patientNumber: null } });
/** A consult whose patient may be edited. */
export const consult = makePsychConsult({ Patient: patient, allowedActions: ['editPatient'] });
const PUT = `*/api/patient/${patient.id}/consults/${CONSULT_ID}`;

export const plain = makeUnit({ id: 11, timeZone: 'UTC' });
/** A unit that requires sex and patient number. */
export const collecting = makeUnit(
  { id: 11, timeZone: 'UTC', patientRules: requiredFields('Patient.gender', 'Patient.additionalData.enumber') },
  { collectPatientSex: true, collectPatientEnumber: true },
);

/** The previous values that are sent with an edit. */
export function previousValues({ nameGiven, nameFamily, birthDate, gender, additionalData }: typeof patient) {
  return { nameGiven, nameFamily, birthDate, gender, additionalData };
}

interface PatientDialogOptions {
  unit?: typeof collecting;
  respond?: () => Response;
  shownConsult?: typeof consult;
  /** The dialog opens automatically, with a saved draft. */
  restored?: boolean;
  me?: Me;
}

/** Renders the dialog; the test decides the server's response to an edit. */
export async function showPatientDialog(options: PatientDialogOptions = {}) {
  const {
    unit = collecting,
    respond = () => HttpResponse.json(patient),
    shownConsult = consult,
    restored = false,
    me,
  } = options;
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/locations/11', () => HttpResponse.json(unit)),
    http.put(PUT, async ({ request }) => {
      sent.push(await request.json());
      return respond();
    }),
  );
  const view = showConsult(shownConsult, { ...(me !== undefined && { me }) });
  if (!restored) await openPatientDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit patient' }));
  await dialog.findByRole('textbox', { name: /First Name/ });
  return { ...view, dialog, sent };
}

export async function openPatientDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit patient' }));
}

export const box = (name: RegExp) => screen.getByRole('textbox', { name });
export const fill = async (name: RegExp, text: string) => {
  await userEvent.clear(box(name));
  if (text !== '') await pasteInto(box(name), text);
};
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
export const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
