import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { transcribed } from '@/testing/transcribed';
import { wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

afterEach(() => {
  notifications.clean();
});

async function openPsych() {
  storeWizard();
  const app = renderApp('/request/tele-psych', { me });
  await screen.findByRole('button', { name: 'Done' }, { timeout: 5_000 });
  return app;
}

const type = (label: string | RegExp, text: string) => pasteInto(screen.getByLabelText(label), text);
const tick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
const done = () => userEvent.click(screen.getByRole('button', { name: 'Done' }));

async function fillPsych() {
  await tick('Complex Case Recommendations');
  await type(/Callback Number/, '5550100111');
}

describe('the psych form', () => {
  it('[NAV-23] [CHOICE-11] [FPSYCH-04] shows the patient, location and line of the request, and the specified reasons', async () => {
    wizardNetwork();
    await openPsych();
    const summary = screen.getByRole('region', { name: 'This request' });
    const facts = within(summary)
      .getAllByRole('definition')
      .map((fact) => fact.textContent);
    expect(facts[0]).toBe('Franklin, Rosalind');
    expect(facts[1]).toMatch(/^07\/25\/1950 \(\d+ years\)$/);
    expect(facts.slice(2)).toEqual(['Female', 'North Campus ICU', 'Tele-Psych']);
    const reasons = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    expect(reasons).toEqual(transcribed('choices').PsychCallReason);
  });

  it('[WIZ-31] [WIZ-32] [FPSYCH-04] [FPSYCH-05] [FPSYCH-06] sends the selected reasons, without the text of a deselected Other', async () => {
    const { created } = wizardNetwork();
    const { router } = await openPsych();
    expect(screen.getByRole('heading', { name: "What is Rosalind Franklin's condition?" })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Other' })).not.toBeInTheDocument();
    await tick('Other');
    await pasteInto(screen.getByRole('textbox', { name: 'Other' }), 'insomnia');
    await tick('Other');
    expect(screen.queryByRole('textbox', { name: 'Other' })).not.toBeInTheDocument();
    await fillPsych();
    await done();
    await waitFor(() => expect(router.state.location.pathname).toBe('/consult/7d1f0a52-0000-4000-8000-000000000001'));
    expect(created.map(({ body }) => body)).toEqual([
      {
        callbackNumber: '(555) 010-0111',
        isEmergency: false,
        serviceLineId: 3,
        TelePsychConsultDetail: {
          isPrnMedicationRecommendations: false,
          isComplexCaseRecommendations: true,
          isComplexOrReevaluateNeedForInpatientBhuAdmissions: false,
          isOutpatientReferralAndLevelOfCareRecommendations: false,
          isManagementIntoxicationWithdrawalSymptomsRecommendations: false,
          otherReason: null,
        },
        Patient: {
          nameGiven: 'Rosalind',
          nameFamily: 'Franklin',
          birthDate: '1950-07-25',
          gender: 'female',
          isEmr: true,
          emrId: 'enc-1',
          identifiers: [{ system: 'https://wardline.example/identifiers/patient', value: '40021' }],
          additionalData: {},
        },
        Encounter: { locationId: 11 },
        additionalData: {},
      },
    ]);
  });

  it('[WIZ-34] [FSTROKE-41] [FSTROKE-42] [FPSYCH-01] [FPSYCH-02] does not send an incomplete request, says why, and focuses the first error', async () => {
    const { created } = wizardNetwork();
    await openPsych();
    await done();
    const banner = await screen.findByRole('alert');
    expect(banner).toHaveTextContent('Resolve form errors to proceed');
    expect(within(banner).getByRole('link', { name: /You must select at least one/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'PRN Medication Recommendations' })).toHaveFocus());
    await tick('Complex Case Recommendations');
    await waitFor(() => expect(within(banner).getAllByRole('link')).toHaveLength(1));
    await done();
    await waitFor(() => expect(screen.getByLabelText(/Callback Number/)).toHaveFocus());
    await type(/Callback Number/, '5550100111');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(created).toEqual([]);
  });

  it('[VAL-02] [FPSYCH-01] [FPSYCH-03] [INFO-46] [WIZ-34] requires a complete phone number, and the text of a selected Other', async () => {
    const { created } = wizardNetwork();
    await openPsych();
    await tick('Other');
    await type(/Callback Number/, '55501');
    await done();
    const banner = await screen.findByRole('alert');
    expect(banner).toHaveTextContent('Enter a valid phone number.');
    expect(banner).toHaveTextContent('You must enter a value for Other.');
    expect(created).toEqual([]);
  });
});

describe('sending', () => {
  it('[WIZ-35] [WIZ-36] [WIZ-38] [INFO-02] [INFO-45] shows that it is busy, and a double click does not create a second consult', async () => {
    const { created } = wizardNetwork();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post('*/api/consults', async ({ request }) => {
        created.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
        await held;
        return HttpResponse.json({ id: '7d1f0a52-0000-4000-8000-000000000001' }, { status: 201 });
      }),
    );
    const { router } = await openPsych();
    await fillPsych();
    const button = screen.getByRole('button', { name: 'Done' });
    await userEvent.dblClick(button);
    await waitFor(() => expect(button).toBeDisabled());
    expect(button).toHaveAttribute('data-loading', 'true');
    await waitFor(() => expect(button.querySelector('.mantine-Loader-root .mantine-Loader-root')).toBeInTheDocument());
    await userEvent.type(screen.getByLabelText(/Callback Number/), '{Enter}');
    answer();
    await waitFor(() => expect(router.state.location.pathname).toBe('/consult/7d1f0a52-0000-4000-8000-000000000001'));
    expect(created).toHaveLength(1);
  });

  it.each([
    { status: 503, code: 'unavailable', title: 'This may not have been sent.', again: true },
    { status: 418, code: 'unheard_of', title: 'Nothing was sent.', again: false },
  ])(
    '[WIZ-39] [ERR-08] [ERR-17] [BERR-12] logs a failure ($status), says whether it may have been sent and whom to call, keeps the input, and retries with the same key',
    async ({ status, code, title, again }) => {
      const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const keys: (string | null)[] = [];
      const { created } = wizardNetwork();
      server.use(
        http.post('*/api/consults', ({ request }) => {
          keys.push(request.headers.get('Idempotency-Key'));
          return HttpResponse.json({ code, message: 'Please wait.' }, { status });
        }),
      );
      const { router } = await openPsych();
      await fillPsych();
      await done();
      const said = (await screen.findByText(title, {}, { timeout: 5_000 })).parentElement;
      expect(said).toHaveTextContent(`Please wait.${again ? ' It is safe to press Done again.' : ''}`);
      expect(said?.textContent.includes('It is safe to press')).toBe(again);
      expect(screen.getByRole('link', { name: '(555) 010-0140' })).toBeInTheDocument();
      expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
      expect(screen.getByLabelText(/Callback Number/)).toHaveValue('(555) 010-0111');
      expect(router.state.location.pathname).toBe('/request/tele-psych');
      // Only the request and the status, because anything else can contain patient data. The note of an earlier test may still fail.
      const aboutRequest = logged.mock.calls.filter(([message]) => message !== 'A call about a note failed.');
      expect(aboutRequest).toEqual([['A consult could not be requested.', { call: 'create', status }]]);
      wizardNetwork();
      server.use(
        http.post('*/api/consults', async ({ request }) => {
          created.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
          return HttpResponse.json({ id: '7d1f0a52-0000-4000-8000-000000000001' }, { status: 201 });
        }),
      );
      await done();
      await waitFor(() => expect(created).toHaveLength(1));
      expect(new Set([...keys, created[0]?.key]).size).toBe(1);
    },
    15_000,
  );

  it('[WIZ-39] [ERR-08] [ERR-17] [BERR-12] without a response says that it may not have been sent, in view of the user, and retries with the same key', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const keys: (string | null)[] = [];
    const into = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    wizardNetwork();
    server.use(
      http.post('*/api/consults', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.error();
      }),
    );
    await openPsych();
    await fillPsych();
    speedUpTimers();
    await done();
    const title = await screen.findByText('This may not have been sent.', {}, { timeout: 8_000 });
    const box = screen.getAllByRole('alert').find((alert) => alert.contains(title));
    expect(box).toHaveTextContent('The server did not respond. It is safe to press Done again.');
    expect(box).not.toHaveTextContent('not known');
    expect(box).toHaveTextContent('backup procedure');
    expect(within(box!).getByRole('link', { name: '(555) 010-0140' })).toBeInTheDocument();
    await waitFor(() => expect(box).toHaveFocus());
    expect(into.mock.contexts).toContain(box);
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    expect(screen.getByLabelText(/Callback Number/)).toHaveValue('(555) 010-0111');
    expect(logged.mock.calls).toEqual([['A consult could not be requested.', { call: 'create', status: null }]]);
    expect(new Set(keys).size).toBe(1);
  }, 15_000);

  it('[ERR-08] says after three seconds that it is still sending', async () => {
    wizardNetwork();
    server.use(
      http.post('*/api/consults', async () => {
        await delay(3_800);
        return HttpResponse.json({ id: '7d1f0a52-0000-4000-8000-000000000001' }, { status: 201 });
      }),
    );
    await openPsych();
    await fillPsych();
    speedUpTimers();
    const pressed = Date.now();
    await done();
    expect(await screen.findByText(/Still sending/, {}, { timeout: 3_600 })).toBeInTheDocument();
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(3_000);
  }, 10_000);

  it("[WIZ-39] shows the server's field error at the field", async () => {
    wizardNetwork();
    const errors = [{ field: 'callbackNumber', message: 'Enter a valid phone number.' }];
    server.use(
      http.post('*/api/consults', () =>
        HttpResponse.json({ code: 'validation', message: 'No.', errors }, { status: 400 }),
      ),
    );
    await openPsych();
    await fillPsych();
    await done();
    await waitFor(() => expect(screen.getByLabelText(/Callback Number/)).toHaveAccessibleDescription(/valid phone/));
  });
});
