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

/** A request for Rosalind Franklin in the ICU is refused, for the hospital's record has her there no longer. */
async function refuse(census = [makeCensusPatient({ safarLocId: 12, unit: 'ED' })]) {
  const network = wizardNetwork({ units, census });
  const errors = [
    { field: 'Patient.emrId', message: 'The hospital’s record does not have this patient in this unit.' },
  ];
  server.use(
    http.post('*/api/consults', () =>
      HttpResponse.json({ code: 'validation', message: 'No.', errors }, { status: 400 }),
    ),
  );
  storeWizard();
  const { router } = renderApp('/request/tele-psych', { me });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Complex Case Recommendations' }));
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  const title = await screen.findByText('Nothing was sent. Franklin, Rosalind is no longer in ICU.');
  expect(router.state.location.pathname).toBe('/request/patient');
  const said = screen.getAllByRole('alert').find((alert) => alert.contains(title))!;
  return { router, said, ...network };
}

/** Sends again, and answers what then was sent. */
async function sendAgain({ created }: ReturnType<typeof wizardNetwork>, kept = true) {
  await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
  const callback = await screen.findByLabelText(/Callback Number/);
  expect(callback).toHaveValue(kept ? '(555) 010-0111' : '');
  if (!kept) await pasteInto(callback, '5550100122');
  expect(screen.getByRole('checkbox', { name: 'Complex Case Recommendations' })).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(created).toHaveLength(1));
  return created[0]?.body;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it('[ERR-08] [WIZ-39] leads back to the patient when the record no longer has them in the unit, and keeps the answers but the number at the old bedside', async () => {
  const { said } = await refuse();
  expect(said).toHaveTextContent('Your answers are kept, but not the callback number of another unit.');
  expect(within(said).getByRole('link', { name: '(555) 010-0140' })).toBeInTheDocument();
  const network = wizardNetwork({ units, census: [makeCensusPatient({ safarLocId: 12, unit: 'ED' })] });
  await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
  expect(await sendAgain(network, false)).toMatchObject({
    callbackNumber: '(555) 010-0122',
    Encounter: { locationId: 12 },
    Patient: { emrId: 'enc-1' },
  });
});

it('lets one enter by hand whom the record does not know any longer, with what is known filled in', async () => {
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

it('takes the answers about somebody who left over to nobody else', async () => {
  await refuse([makeCensusPatient({ emrId: 'enc-2', displayName: 'Lovelace, Ada', firstName: 'Ada' })]);
  await userEvent.click(await screen.findByRole('button', { name: /Lovelace/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
  expect(await screen.findByLabelText(/Callback Number/)).toHaveValue('');
});
