import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { renderApp } from '@/testing/render-app';
import { makeCensusPatient, wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

import { valuesOfCensusPatient } from './request-patient';
import { type Identity, isSamePerson, mayBeSamePerson } from './wizard-data';
import { wizardStore } from './wizard-store';

const harold: Identity = { emrId: null, nameGiven: 'Harold', nameFamily: 'Stone', birthDate: '1940-01-01' };
const zoe: Identity = { emrId: null, nameGiven: 'Zoe', nameFamily: 'Reed', birthDate: '1999-05-05' };

function typed({ nameGiven, nameFamily, birthDate }: Identity) {
  const values = valuesOfCensusPatient(makeCensusPatient());
  return {
    values: { ...values, Patient: { ...values.Patient, nameGiven, nameFamily, birthDate } },
    emr: null,
    complete: true,
  };
}

/** Opens the form of a line for a patient entered manually. */
async function openForm(patient: Identity) {
  wizardStore.write(me.id, { ...wizardStore.read(me.id), patient: typed(patient) });
  const app = renderApp('/request/tele-psych', { me });
  const number = await screen.findByLabelText(/Callback Number/, {}, { timeout: 5_000 });
  return { ...app, number };
}

/** The same, after it was started for another patient. */
async function openFormAfter(about: Identity, patient: Identity) {
  wizardNetwork();
  storeWizard();
  const first = await openForm(about);
  await pasteInto(first.number, '5550100111');
  first.unmount();
  return openForm(patient);
}

it('[WIZ-40] answers about one patient are not in the form of another', async () => {
  const { number } = await openFormAfter(harold, zoe);
  expect(number).toHaveValue('');
  expect(screen.getByText('You started this form for Harold Stone, born 01/01/1940.')).toBeInTheDocument();
  expect(screen.getByText(/Use them only if Zoe Reed is the same person/)).toBeInTheDocument();
});

/** Opens the form for Harold under a corrected name, which offers the answers about Harold Stone. */
const openCorrected = async () => openFormAfter(harold, { ...harold, nameFamily: 'Stones' });
const USE = { name: 'Use Those Answers' };

it('[WIZ-40] uses the answers on request if the patient is the same person under a corrected name', async () => {
  await openCorrected();
  await userEvent.click(screen.getByRole('button', USE));
  await waitFor(() => expect(screen.getByLabelText(/Callback Number/)).toHaveValue('(555) 010-0111'));
  expect(screen.queryByText(/You started this form/)).not.toBeInTheDocument();
});

it('[WIZ-40] asks before those answers replace what has been typed since', async () => {
  const { number } = await openCorrected();
  await pasteInto(number, '5550100199');
  await userEvent.click(screen.getByRole('button', USE));
  const question = await screen.findByRole('dialog', { name: 'Replace Your Answers?' });
  expect(question).toHaveTextContent(
    'What you entered about Harold Stones will be replaced by your answers about Harold Stone, born 01/01/1940.',
  );
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(number).toHaveValue('(555) 010-0199');
  await userEvent.click(screen.getByRole('button', USE));
  await userEvent.click(await screen.findByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(screen.getByLabelText(/Callback Number/)).toHaveValue('(555) 010-0111'));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('[WIZ-40] restores the answers about the same patient automatically', async () => {
  const { number } = await openFormAfter(harold, { ...harold, nameGiven: ' harold' });
  expect(number).toHaveValue('(555) 010-0111');
  expect(screen.queryByText(/You started this form/)).not.toBeInTheDocument();
});

it('[WIZ-40] keeps the answers about two patients separate', async () => {
  const first = await openFormAfter(harold, zoe);
  await pasteInto(first.number, '5550100199');
  first.unmount();
  for (const [patient, number] of [
    [harold, '(555) 010-0111'],
    [zoe, '(555) 010-0199'],
  ] as const) {
    const again = await openForm(patient);
    expect(again.number).toHaveValue(number);
    again.unmount();
  }
});

it('opens an empty form if the chosen census patient is the wrong one', async () => {
  wizardNetwork();
  storeWizard();
  renderApp('/request/patient', { me });
  await userEvent.click(await screen.findByRole('button', { name: 'Not one of these Patients?' }));
  expect(await screen.findByLabelText(/^First Name/)).toHaveValue('');
  expect(screen.getByLabelText(/^First Name/)).not.toHaveAttribute('readonly');
});

it('focus goes to the first field of the form, and back to the heading with the patient list', async () => {
  wizardNetwork();
  storeWizard();
  renderApp('/request/patient', { me });
  const heading = await screen.findByRole('heading', { level: 1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Not one of these Patients?' }));
  const back = await screen.findByRole('button', { name: 'Back to patient list' });
  expect(screen.getByLabelText(/^First Name/)).toHaveFocus();
  await userEvent.click(back);
  expect(await screen.findByRole('button', { name: 'Not one of these Patients?' })).toBeInTheDocument();
  expect(heading).toHaveFocus();
});

it.each<[string, Partial<Identity>, Partial<Identity>, boolean]>([
  ['the same record, a corrected name', { emrId: 'enc-1' }, { emrId: 'enc-1', nameGiven: 'Harry' }, true],
  ['different records, the same name', { emrId: 'enc-1' }, { emrId: 'enc-2' }, false],
  ['from the record and entered manually', { emrId: 'enc-1' }, {}, true],
  ['different first names, as of twins', {}, { nameGiven: 'Henry' }, false],
  ['different birth dates', {}, { birthDate: '1940-01-02' }, false],
])('distinguishes patients: %s', (_what, one, other, same) => {
  expect(isSamePerson({ ...harold, ...one }, { ...harold, ...other })).toBe(same);
});

it('does not offer answers about a patient with a different record', () => {
  expect(mayBeSamePerson({ ...harold, emrId: 'enc-1' }, { ...harold, emrId: 'enc-2' })).toBe(false);
  expect(mayBeSamePerson({ ...harold, emrId: 'enc-1' }, { ...zoe, emrId: null })).toBe(true);
});
