import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { makeLine } from '@/testing/make-line';
import { pasteInto } from '@/testing/paste-into';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import {
  makeCensusPatient,
  makeRequester,
  makeUnit,
  psychLine,
  strokeLine,
  wizardNetwork,
} from '@/testing/wizard-network';
import { storeWizard } from '@/testing/wizard-tab';

afterEach(() => {
  notifications.clean();
});

const me = makeRequester();
const SERVER_ERROR = 'Sorry, there was a problem communicating with the server';

const tiles = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('button');
const texts = (name: string) => tiles(name).map(({ textContent }) => textContent);
/** The number of tiles per row on a phone and on a desktop, from the CSS variables. */
const columns = (name: string) => {
  const { style } = screen.getByRole('list', { name });
  return [style.getPropertyValue('--tiles-narrow'), style.getPropertyValue('--tiles-wide')].map(Number);
};

async function open(path = '/request/location', user = me) {
  const app = renderApp(path, { me: user });
  await screen.findByRole('heading', { level: 1 });
  return app;
}

async function chooseFacility(name: RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

describe('step 1', () => {
  it('[WIZ-02] [WIZ-03] [WIZ-04] [WIZ-08] shows one tile for each facility, favorites first', async () => {
    const units = [
      makeUnit({ id: 11 }),
      makeUnit({ id: 12, unit: 'ED' }),
      makeUnit({ id: 21, facilityName: 'South Clinic', unit: 'Ward 1' }),
    ];
    wizardNetwork({ units, favoriteIds: [21] });
    const asked: string[] = [];
    server.use(
      http.get('*/api/locations/me', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(units);
      }),
    );
    await open();
    expect(screen.getByRole('heading', { name: 'Where is your patient located?' })).toBeInTheDocument();
    await screen.findByRole('list', { name: 'Locations' });
    expect(asked).toEqual(['?activeOnly=true']);
    expect(columns('Locations')).toEqual([2, 3]);
    expect(texts('Locations')).toEqual(['South Clinic1 unitFavorite', 'North Campus2 units']);
  });

  it('[WIZ-06] [WIZ-08] [VAL-28] [WIZ-03] filters as the user types, even without favorites, and says what to do if nothing is found', async () => {
    wizardNetwork({ units: [makeUnit({ id: 11 }), makeUnit({ id: 21, facilityName: 'South Clinic' })] });
    server.use(http.get('*/api/locations/me/favorites', () => HttpResponse.json({ code: 'gone' }, { status: 404 })));
    await open();
    const filter = await screen.findByRole('searchbox', { name: 'Filter locations' });
    await userEvent.type(filter, '  south  ');
    await waitFor(() => expect(tiles('Locations')).toHaveLength(1));
    expect(screen.getByRole('button', { name: /South Clinic/ })).toBeInTheDocument();
    await userEvent.type(filter, 'x');
    expect(await screen.findByText('No Locations Found')).toBeInTheDocument();
    expect(
      screen.getByText(
        'Try entering locations by their full name. Your location may not support TeleConsults at this time.',
      ),
    ).toBeInTheDocument();
  });

  it('[WIZ-06] [WIZ-07] reports a server error, retries, and says if there are no locations', async () => {
    wizardNetwork();
    server.use(http.get('*/api/locations/me', () => HttpResponse.json({ code: 'gone' }, { status: 404 })));
    await open();
    const problem = await screen.findByText(SERVER_ERROR);
    expect(problem.closest('[data-tone]')).toHaveAttribute('data-tone', 'danger');
    wizardNetwork({ units: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No Locations Found')).toBeInTheDocument();
    expect(screen.queryByText(SERVER_ERROR)).not.toBeInTheDocument();
  });
});

describe('step 2', () => {
  it('[WIZ-01] [WIZ-09] [WIZ-12] [WIZ-13] [WIZ-23] continues with a census patient to the service lines and then to the details', async () => {
    wizardNetwork();
    const { router } = await open('/request');
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/location'));
    await chooseFacility(/North Campus/);
    expect(await screen.findByRole('heading', { name: 'Looks like you are at North Campus' })).toBeInTheDocument();
    const tile = await screen.findByRole('button', { name: /Franklin, Rosalind/ });
    expect(router.state.location.pathname).toBe('/request/patient');
    expect(tile).toHaveTextContent(/^Franklin, Rosalind07\/25\/1950 \(\d+ years\) · FemaleICUID 40021$/);
    await userEvent.click(tile);
    expect(
      await screen.findByRole('heading', { name: 'What kind of consult does Rosalind Franklin need?' }),
    ).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/request/service');
    await userEvent.click(await screen.findByRole('button', { name: /Tele-Psych/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/tele-psych'));
  });

  it("[WIZ-04] [WIZ-10] [WIZ-19] [WIZ-11] continues with the chosen facility's units, and with the census of those that have one", async () => {
    const elsewhere = [makeUnit({ id: 21, facilityName: 'South Clinic' }), makeUnit({ id: 31, organizationsId: 2 })];
    const { censusRequests } = wizardNetwork({
      units: [
        makeUnit({ id: 11 }),
        makeUnit({ id: 12, unit: 'ED' }),
        makeUnit({ id: 13, unit: 'Annex', emrIntegrated: false }),
        ...elsewhere,
      ],
    });
    await open();
    await chooseFacility(/North Campus3 units/);
    await screen.findByRole('button', { name: /Franklin/ });
    expect(censusRequests.map(({ ids }) => ids)).toEqual([[11, 12]]);
    expect(columns('Patients')).toEqual([1, 3]);
    await userEvent.click(screen.getByRole('button', { name: 'Not one of these Patients?' }));
    const units = within(await screen.findByRole('group', { name: /^Unit/ })).getAllByRole('radio');
    expect(units.map((unit) => unit.closest('label')?.textContent)).toEqual(['ICU', 'ED', 'Annex']);
  });

  it('[WIZ-17] [API-53] [WIZ-11] [ERR-06] allows entering a patient manually while the EHR is offline', async () => {
    wizardNetwork();
    server.use(http.post('*/api/locations/census', () => HttpResponse.json({ code: 'ehr_offline' }, { status: 503 })));
    await open();
    await chooseFacility(/North Campus/);
    const offline = await screen.findByText('The EHR is currently offline', {}, { timeout: 5_000 });
    expect(offline.closest('[data-tone]')).toHaveAttribute('data-tone', 'neutral');
    expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Not one of these Patients?' }));
    expect(await screen.findByLabelText(/First Name/)).toBeInTheDocument();
  }, 10_000);

  it('[WIZ-18] [ERR-17] keeps the loaded patients if the EHR is too slow, and stops loading', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    wizardNetwork();
    let asked = 0;
    server.use(
      http.post('*/api/locations/census', async ({ request }) => {
        const { start } = (await request.json()) as { start: number };
        asked += 1;
        if (start > 0) await delay('infinite');
        return HttpResponse.json({ census: [makeCensusPatient()], hasMore: true });
      }),
    );
    await open();
    await chooseFacility(/North Campus/);
    await screen.findByText('Loading more patients…');
    const after = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => after(20));
    await waitFor(() => expect(screen.queryByText('Loading more patients…')).not.toBeInTheDocument(), {
      timeout: 8_000,
    });
    expect(screen.getByRole('button', { name: /Franklin/ })).toBeInTheDocument();
    expect(screen.queryByText('The EHR is currently offline')).not.toBeInTheDocument();
    expect(logged.mock.calls).toEqual([['The census timed out.']]);
    expect(asked).toBe(3);
  }, 15_000);

  it('[WIZ-19] [WIZ-20] [WIZ-23] opens the form directly if no EHR is integrated, with the only unit chosen', async () => {
    wizardNetwork({ units: [makeUnit({ id: 21, emrIntegrated: false })] });
    const { router } = await open();
    await chooseFacility(/North Campus/);
    await userEvent.type(await screen.findByLabelText(/First Name/), 'Ada');
    await pasteInto(screen.getByLabelText(/Last Name/), 'Lovelace');
    await userEvent.type(screen.getByLabelText(/Date of Birth/), '12101990');
    expect(screen.queryByRole('group', { name: /Unit/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /patient list/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/service'));
    const heading = 'What kind of consult does Ada Lovelace need?';
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
  });
});

describe('step 3', () => {
  const hours = [{ openDaysInWeek: '[1,5]', openHours: '08:00-17:00', openHoursTimezone: 'America/New_York' }];

  async function openServices(lines: Parameters<typeof wizardNetwork>[0], user = me) {
    const network = wizardNetwork(lines);
    await open('/request/location', user);
    await chooseFacility(/North Campus/);
    await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
    await screen.findByRole('heading', { name: /What kind of consult/ });
    return network;
  }

  it('[WIZ-25] [WIZ-26] [WIZ-27] [CONST-04] [CONST-05] splits lines into open and closed, and says whom to call for a closed one', async () => {
    const stroke = {
      ...strokeLine,
      type: 'Video',
      FeaturesByServiceLines: { displayServiceType: true, primaryCheckinOn: true },
    };
    const opensAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const closesAt = new Date(Date.now() + 4 * 86_400_000).toISOString();
    await openServices({
      lines: [{ ...psychLine, type: 'Phone', ServiceLineHours: hours, openings: [{ opensAt, closesAt }] }, stroke],
    });
    const expected = [expect.stringMatching(/^Tele-Stroke.+OpenVideo24\/7On call now: Ada/)];
    await waitFor(() => expect(texts('Open service lines')).toEqual(expected));
    const [closed] = tiles('Closed service lines');
    expect(closed).toHaveTextContent(/^Tele-PsychPsychiatric .+ClosedOpens .+ \w+day$/);
    expect(closed).toBeDisabled();
    expect(screen.getByRole('link', { name: '(555) 010-0140' })).toBeInTheDocument();
    expect(
      screen.getByText('For emergent consult requests please follow the backup procedure for your location.'),
    ).toBeInTheDocument();
  });

  it("[WIZ-24] [WIZ-29] [CONST-05] offers only the location's lines that this user may request", async () => {
    const unknown = makeLine({ id: 99, slug: 'tele-nothing', name: 'Tele-Nothing' });
    const units = [makeUnit({ id: 12, unit: 'ED' }), makeUnit({ id: 11 })];
    const requester = makeRequester([psychLine, unknown]);
    const { lineRequests } = await openServices({ units, lines: [psychLine, strokeLine, unknown] }, requester);
    const expected = [expect.stringMatching(/^Tele-Psych.+Open24\/7On call now: Ada/)];
    await waitFor(() => expect(texts('Open service lines')).toEqual(expected));
    expect(columns('Open service lines')).toEqual([1, 2]);
    expect(lineRequests).toEqual([11]);
  });

  it.each([
    [{ CONSULT_SL_SERVICE_NOT_FOUND: 'Call the transfer center' }, 'Call the transfer center', [], [psychLine]],
    [{}, 'No service lines found', [psychLine], []],
  ])("[WIZ-30] says that there are no lines, in the dictionary's wording or its own", async (...example) => {
    const [stringDictionary, words, lines, requestable] = example;
    wizardNetwork({ lines });
    storeWizard({ serviceLineId: null });
    await open('/request/service', makeRequester(requestable, { stringDictionary }));
    expect(await screen.findByText(words)).toBeInTheDocument();
  });
});
