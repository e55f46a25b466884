import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { makeMe, permissions } from '@/testing/me';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { renderApp } from '@/testing/render-app';
import { makeUnit, psychLine, strokeLine, wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard, WIZARD_KEY } from '@/testing/wizard-tab';

import { emptyPatient } from './wizard-data';
import { wizardStore } from './wizard-store';

const fill = async () => {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Complex Case Recommendations' }));
  await pasteInto(screen.getByLabelText(/Callback Number/), '5550100111');
};

describe('moving between the steps', () => {
  it('[WIZ-41] [WIZ-38] [WIZ-43] Back from the new consult redirects to the first step, because the wizard was cleared', async () => {
    const { created } = wizardNetwork();
    storeWizard();
    const { router } = renderApp('/request/service', { me });
    await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
    await fill();
    const entries = router.history.length;
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/consult\//));
    expect(router.history.length).toBe(entries);
    router.history.back();
    expect(await screen.findByRole('heading', { name: 'Where is your patient located?' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/request/location');
    expect(router.history.length).toBe(entries);
    router.history.forward();
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/consult\//));
    expect(created).toHaveLength(1);
    expect(encryptedStorage.read(WIZARD_KEY)).toBeNull();
  });

  it('[WIZ-44] [WIZ-09] a link to a later step redirects to the first incomplete step, and continues with the saved data', async () => {
    wizardNetwork();
    storeWizard({ patient: null });
    const { router } = renderApp('/request/tele-psych', { me });
    expect(await screen.findByRole('heading', { name: 'Looks like you are at North Campus' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/request/patient');
    await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/service'));
  });

  it('[WIZ-40] [WIZ-46] keeps the answers for each line when switching between lines', async () => {
    wizardNetwork({ lines: [psychLine, strokeLine] });
    storeWizard();
    renderApp('/request/tele-psych', { me });
    await fill();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await userEvent.click(await screen.findByRole('button', { name: /Tele-Stroke/ }));
    expect(await screen.findByLabelText(/Callback Number/)).toHaveValue('');
    await pasteInto(screen.getByLabelText(/Callback Number/), '5550100122');
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
    expect(await screen.findByLabelText(/Callback Number/)).toHaveValue('(555) 010-0111');
    expect(screen.getByRole('checkbox', { name: 'Complex Case Recommendations' })).toBeChecked();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await userEvent.click(await screen.findByRole('button', { name: /Tele-Stroke/ }));
    expect(await screen.findByLabelText(/Callback Number/)).toHaveValue('(555) 010-0122');
  });

  it('[WIZ-40] asks only for the callback number again if the patient is in a different unit', async () => {
    wizardNetwork({ units: [makeUnit({ id: 11 }), makeUnit({ id: 12, unit: 'ED' })] });
    const typed = { ...emptyPatient.Patient, nameGiven: 'Ada', nameFamily: 'Lovelace', birthDate: '1990-12-10' };
    const values = { ...emptyPatient, locationId: 11, Patient: typed };
    storeWizard({ patient: { values, emr: null, complete: true } });
    renderApp('/request/tele-psych', { me });
    await fill();
    const goOnIn = async (unit: string) => {
      await userEvent.click(screen.getByRole('link', { name: 'Back' }));
      await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
      await userEvent.click(await screen.findByRole('radio', { name: unit }));
      await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
      await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
      expect(await screen.findByRole('checkbox', { name: 'Complex Case Recommendations' })).toBeChecked();
      return screen.getByLabelText(/Callback Number/);
    };
    expect(await goOnIn('ED')).toHaveValue('');
    expect(await goOnIn('ICU')).toHaveValue('(555) 010-0111');
  });
});

it('[WIZ-45] [INFO-02] [ROUTE-40] [PERM-05] requires the permission on every step, and shows nothing without it', async () => {
  const paths = ['/request-wizard', '/request', '/request/location', '/request/patient', '/request/service'];
  const reader = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
  for (const path of [...paths, '/request/tele-psych']) {
    wizardNetwork();
    const { router, unmount } = renderApp(path, { me: reader });
    expect(await screen.findByText(/^You are not authorized to enter "\/request.*" route$/)).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/error');
    unmount();
  }
});

it('[WIZ-33] offers Emergency above and below the form, only for lines that have it', async () => {
  wizardNetwork();
  storeWizard({ serviceLineId: strokeLine.id });
  const stroke = renderApp('/request/tele-stroke', { me });
  expect(await screen.findAllByRole('button', { name: 'Emergency' })).toHaveLength(2);
  stroke.unmount();
  wizardStore.rehydrate();
  storeWizard();
  renderApp('/request/tele-psych', { me });
  expect(await screen.findByRole('button', { name: 'Done' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
});
