import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeCensusPatient, makeUnit, wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

const units = [makeUnit({ id: 11 }), makeUnit({ id: 12, unit: 'ED' })];

const errors = [{ field: 'Patient.emrId', message: 'The hospital’s record does not have this patient in this unit.' }];
/** The server's responses if the patient is no longer in the unit, or if their data in the record has changed. */
const left = () => HttpResponse.json({ code: 'validation', message: 'No.', errors }, { status: 400 });
const differs = () => HttpResponse.json({ code: 'record_differs', message: 'No.', errors: [] }, { status: 409 });

/** Sends a request for Rosalind Franklin in the ICU, which is refused because of the hospital's record. */
async function refuse(
  census = [makeCensusPatient({ safarLocId: 12, unit: 'ED' })],
  { answer, because } = { answer: left, because: 'Rosalind Franklin is no longer in ICU.' },
) {
  const network = wizardNetwork({ units, census });
  server.use(http.post('*/api/consults', answer));
  storeWizard();
  const { router } = renderApp('/request/tele-psych', { me });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Complex Case Recommendations' }));
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  const title = await screen.findByText(`Nothing was sent. ${because}`);
  expect(router.state.location.pathname).toBe('/request/patient');
  const said = screen.getAllByRole('alert').find((alert) => alert.contains(title))!;
  expect(said).toHaveTextContent('backup procedure');
  expect(within(said).getByRole('link', { name: '(555) 010-0140' })).toBeInTheDocument();
  return { router, said, ...network };
}

/** Sends the request again and returns its body. */
async function sendAgain({ created }: ReturnType<typeof wizardNetwork>, phoneRestored = true) {
  await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
  const callback = await screen.findByLabelText(/Callback Number/);
  expect(callback).toHaveValue(phoneRestored ? '(555) 010-0111' : '');
  if (!phoneRestored) await pasteInto(callback, '5550100122');
  expect(screen.getByRole('checkbox', { name: 'Complex Case Recommendations' })).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(created).toHaveLength(1));
  return created[0]?.body;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it('[ERR-08] [WIZ-39] returns to the patient step if the patient is no longer in the unit, and keeps the answers except the callback number', async () => {
  const { said } = await refuse();
  expect(said).toHaveTextContent('Your answers are saved, except a callback number that you entered for another unit.');
  const network = wizardNetwork({ units, census: [makeCensusPatient({ safarLocId: 12, unit: 'ED' })] });
  await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
  expect(await sendAgain(network, false)).toMatchObject({
    callbackNumber: '(555) 010-0122',
    Encounter: { locationId: 12 },
    Patient: { emrId: 'enc-1' },
  });
});

it("[ERR-08] returns to the patient step if the patient's data in the record has changed, and sends only the newly chosen patient", async () => {
  const changed = makeCensusPatient({ displayName: 'Franklin, Rose', firstName: 'Rose' });
  const because = 'The EHR now has different information about Rosalind Franklin.';
  const { said } = await refuse([changed], { answer: differs, because });
  expect(said).toHaveTextContent(
    "Verify the patient's identity, then choose the patient again or enter the patient manually.",
  );
  const network = wizardNetwork({ units, census: [changed] });
  await userEvent.click(await screen.findByRole('button', { name: /Franklin, Rose/ }));
  expect(await sendAgain(network)).toMatchObject({ Patient: { nameGiven: 'Rose', emrId: 'enc-1' } });
});

it('[ERR-08] [WIZ-11] allows entering a patient manually who is no longer in the census, with the known data filled in', async () => {
  await refuse([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Not one of these Patients?' }));
  const name = await screen.findByLabelText(/First Name/);
  expect(name).toHaveValue('Rosalind');
  expect(name).not.toHaveAttribute('readonly');
  const network = wizardNetwork({ units });
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const body = await sendAgain(network);
  expect(body).toMatchObject({ Encounter: { locationId: 11 }, Patient: { nameFamily: 'Franklin' } });
  expect(JSON.stringify(body)).not.toContain('enc-1');
});

it('[ERR-08] does not use the answers about a patient who left for another patient', async () => {
  await refuse([makeCensusPatient({ emrId: 'enc-2', displayName: 'Lovelace, Ada', firstName: 'Ada' })]);
  await userEvent.click(await screen.findByRole('button', { name: /Lovelace/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
  expect(await screen.findByLabelText(/Callback Number/)).toHaveValue('');
});
