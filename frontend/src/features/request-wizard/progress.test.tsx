import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';

import { closeDrafts } from '@/drafts/draft-storage';
import { userStorage } from '@/drafts/user-storage';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { pasteInto } from '@/testing/paste-into';
import { renderApp } from '@/testing/render-app';
import { makeCensusPatient, wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard, WIZARD_KEY } from '@/testing/wizard-tab';

import { valuesOfCensusPatient } from './request-patient';
import { wizardStore } from './wizard-store';

afterEach(() => {
  notifications.clean();
});

async function openPsych() {
  storeWizard();
  const app = renderApp('/request/tele-psych', { me });
  await screen.findByRole('button', { name: 'Done' }, { timeout: 5_000 });
  return app;
}

/** A chosen patient, with the patient step not completed. */
const started = {
  values: valuesOfCensusPatient(makeCensusPatient()),
  emr: makeCensusPatient(),
  complete: false,
};

/** A patient in a unit that no longer exists. */
const elsewhere = { ...started, values: { ...started.values, locationId: 99 }, complete: true };

const done = () => userEvent.click(screen.getByRole('button', { name: 'Done' }));

async function fillPsych() {
  await userEvent.click(screen.getByRole('checkbox', { name: 'Complex Case Recommendations' }));
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
}

describe('progress', () => {
  it('[WIZ-40] [INFO-15] [WIZ-38] [WIZ-43] is restored after a reload, and gone after success', async () => {
    wizardNetwork();
    const first = await openPsych();
    await fillPsych();
    first.unmount();
    await waitFor(() => expect(userStorage.keys('sealed.')).toHaveLength(1));
    // Simulates the state of a reloaded page.
    closeDrafts();
    wizardStore.rehydrate();
    const { router } = renderApp('/request/tele-psych', { me });
    expect(await screen.findByLabelText(/Callback Number/)).toHaveValue('(555) 010-0111');
    expect(screen.getByRole('checkbox', { name: 'Complex Case Recommendations' })).toBeChecked();
    await done();
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/consult\//));
    await waitFor(() => expect(encryptedStorage.read(WIZARD_KEY)).toBeNull());
  });

  it.each([
    ['of another user', () => storeWizard({}, { userId: 2 })],
    ['of an older version', () => storeWizard({}, { version: 0 })],
    ['that is broken', () => encryptedStorage.write(WIZARD_KEY, '{"version":3,"userId":1,"value":{"facility":7}}')],
    ['that is not JSON', () => encryptedStorage.write(WIZARD_KEY, '{')],
  ])('[WIZ-43] [WIZ-44] drops progress %s and starts over', async (_what, leave) => {
    wizardNetwork();
    leave();
    const { router } = renderApp('/request/tele-psych', { me });
    expect(await screen.findByRole('heading', { name: 'Where is your patient located?' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/request/location');
    expect(encryptedStorage.read(WIZARD_KEY)).toBeNull();
  });

  it.each([
    ['/request/patient', { facility: null }, '/request/location'],
    ['/request/service', { facility: null }, '/request/location'],
    ['/request/tele-psych', { facility: null }, '/request/location'],
    ['/request/service', { patient: null }, '/request/patient'],
    ['/request/tele-psych', { patient: null }, '/request/patient'],
    ['/request/service', { patient: started }, '/request/patient'],
    ['/request/tele-psych', { patient: started }, '/request/patient'],
    ['/request/tele-psych', { patient: elsewhere }, '/request/patient'],
    ['/request/tele-psych', { serviceLineId: null }, '/request/service'],
  ])(
    '[WIZ-01] [WIZ-44] %s without earlier answers redirects to the first incomplete step',
    async (path, change, expected) => {
      wizardNetwork();
      storeWizard(change);
      const { router } = renderApp(path, { me });
      await screen.findByRole('heading', { level: 1 });
      await waitFor(() => expect(router.state.location.pathname).toBe(expected));
    },
  );

  it('[ROUTE-30] [WIZ-32] [WIZ-44] the path of a line other than the chosen one redirects to the service step', async () => {
    wizardNetwork();
    storeWizard();
    const { router } = renderApp('/request/tele-stroke', { me });
    expect(await screen.findByRole('heading', { name: /^What kind of consult/ })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/request/service');
  });

  it('[WIZ-42] keeps its data when returning to the location step from the patient step, but not from elsewhere', async () => {
    wizardNetwork();
    storeWizard();
    const { router } = renderApp('/request/patient', { me });
    await screen.findByRole('heading', { name: /Looks like you are at/ });
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await screen.findByRole('heading', { name: 'Where is your patient located?' });
    expect(encryptedStorage.read(WIZARD_KEY)).toContain('Rosalind');
    await router.navigate({ to: '/request/service' });
    await screen.findByRole('heading', { name: /What kind of consult/ });
    await router.navigate({ to: '/request/location' });
    await screen.findByRole('heading', { name: 'Where is your patient located?' });
    expect(encryptedStorage.read(WIZARD_KEY)).toBeNull();
    storeWizard({ patient: null, serviceLineId: null });
    await router.navigate({ to: '/help' });
    await router.navigate({ to: '/request/location' });
    await waitFor(() => expect(encryptedStorage.read(WIZARD_KEY)).toBeNull());
  });

  it('does not use answers about one patient for another', async () => {
    wizardNetwork({
      census: [
        makeCensusPatient(),
        makeCensusPatient({ emrId: 'enc-2', displayName: 'Lovelace, Ada', firstName: 'Ada' }),
      ],
    });
    const { router } = await openPsych();
    await fillPsych();
    await router.navigate({ to: '/request/patient' });
    await userEvent.click(await screen.findByRole('button', { name: /Lovelace/ }));
    await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
    expect(await screen.findByLabelText(/Callback Number/)).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: 'Complex Case Recommendations' })).not.toBeChecked();
  });

  it('[WIZ-46] [INFO-11] [INFO-12] [BERR-08] asks before leaving the wizard with unsaved input, but not between its steps', async () => {
    wizardNetwork();
    const { router } = await openPsych();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await screen.findByRole('heading', { name: /What kind of consult/ });
    expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Consults' }));
    expect(await screen.findByText('Discard Changes?')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/request/service');
  });

  it('[INFO-14] [WIZ-46] [BERR-08] keeps its data on Cancel, and drops it on Proceed', async () => {
    wizardNetwork();
    const { router } = await openPsych();
    await fillPsych();
    const leave = () => userEvent.click(screen.getByRole('link', { name: 'Consults' }));
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument());
    expect(screen.getByLabelText(/Callback Number/)).toHaveValue('(555) 010-0111');
    expect(encryptedStorage.read(WIZARD_KEY)).toContain('Rosalind');
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Proceed' }));
    await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/consult'));
    await waitFor(() => expect(encryptedStorage.read(WIZARD_KEY)).toBeNull());
    router.history.push('/request/tele-psych');
    expect(await screen.findByRole('heading', { name: 'Where is your patient located?' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/request/location');
  });
});
