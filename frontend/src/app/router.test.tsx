import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { UserManager } from 'oidc-client-ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { startSession } from '@/session/session';
import * as signingIn from '@/session/sign-in';
import { session } from '@/session/state';
import { testConfig } from '@/testing/config';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';
import { wizardNetwork } from '@/testing/wizard-network';
import { requester, storeWizard } from '@/testing/wizard-tab';

import { StartFailure } from './start-failure';

const BACKUP = 'For emergent consult requests please follow the backup procedure for your location';

const bedside = makeMe({ rbacPermissions: permissions('List Consult', 'Request Consult', 'View Consult') });
const coordinator = makeMe({ rbacPermissions: permissions('List Transfer', 'List Consult', 'View Consult') });

beforeEach(() => {
  // The data of the pages is irrelevant to these tests.
  server.use(...emptyAnswers);
});

const serveConsult = () =>
  server.use(
    http.get(CONSULT, () => HttpResponse.json(makePsychConsult())),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    http.get('*/api/on-call', () => HttpResponse.json([])),
    http.get(`${CONSULT}/transfers`, () => HttpResponse.json([])),
  );

describe('the page at a path', () => {
  const lists = [
    ['/consult', bedside, 'Consults', 'Select a consult from the list to view it.'],
    ['/transfer', coordinator, 'Transfers', 'Select a transfer from the list to view it.'],
  ] as const;
  it.each(lists)(
    '[ROUTE-18] [ROUTE-21] [ROUTE-25] %s shows the list next to a welcome',
    async (path, me, list, invitation) => {
      renderApp(path, { me });
      expect(await screen.findByRole('region', { name: list })).toBeInTheDocument();
      expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Wardline' })).toBeInTheDocument();
      expect(screen.getByText(invitation)).toBeInTheDocument();
    },
  );

  const consults = [
    [`/consult/${CONSULT_ID}`, bedside, 'Consults'],
    [`/transfer/${CONSULT_ID}`, coordinator, 'Transfers'],
    [`/consult-legacy/${CONSULT_ID}/force/2?cb=1`, bedside, null],
  ] as const;
  it.each(consults)(
    '[ROUTE-18] [ROUTE-19] [ROUTE-22] [ROUTE-25] %s shows the consult with its timeline',
    async (path, me, list) => {
      serveConsult();
      renderApp(path, { me });
      expect(await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' })).toBeInTheDocument();
      expect(await screen.findByText('Consult Requested')).toBeInTheDocument();
      const beside = list === null ? [] : [list];
      expect(screen.queryAllByRole('region', { name: /^(Consults|Transfers)$/ })).toHaveLength(beside.length);
    },
  );

  const steps = [
    ['/request/location', 'Where is your patient located?'],
    ['/request/patient', 'Looks like you are at North Campus'],
    ['/request/service', /^What kind of consult does/],
  ] as const;
  it.each(steps)(
    '[ROUTE-27] [ROUTE-28] [ROUTE-29] [WIZ-02] [WIZ-09] %s is a step of the wizard',
    async (path, heading) => {
      wizardNetwork();
      storeWizard();
      const { router } = renderApp(path, { me: requester });
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument();
      expect(router.state.location.pathname).toBe(path);
    },
  );

  it('[ROUTE-30] [WIZ-31] [WIZ-32] the path of the chosen line shows its form', async () => {
    wizardNetwork();
    storeWizard();
    renderApp('/request/tele-psych', { me: requester });
    expect(await screen.findByRole('heading', { level: 1, name: /^What is .* condition\?$/ })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'This request' })).toHaveTextContent('Service LineTele-Psych');
    expect(await screen.findByRole('checkbox', { name: 'Complex Case Recommendations' })).toBeInTheDocument();
  });

  it('[ROUTE-35] a malformed URL does not show a blank page', async () => {
    const { router } = renderApp('/consult/%E0%A4%A', { me: bedside });
    await waitFor(() => expect(router.state.location.pathname).toBe('/consult'));
    expect(await screen.findByRole('region', { name: 'Consults' })).toBeInTheDocument();
  });

  it('[ERR-12] points to the backup procedure while a page cannot be loaded, and then shows the page', async () => {
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
    renderApp('/consult', { me: bedside });
    server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'lost' }, { status: 404 })));
    expect(await screen.findByText('This page could not be shown')).toBeInTheDocument();
    expect(screen.getByText(BACKUP)).toBeInTheDocument();
    server.use(http.get('*/api/me', () => HttpResponse.json(bedside)));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Consults' })).toBeInTheDocument();
  });

  it('[ERR-03] is the error page if the server rejects the user', async () => {
    renderApp('/consult', { me: bedside });
    server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'forbidden' }, { status: 403 })));
    expect(await screen.findByText('You are not authorized to enter this route.')).toBeInTheDocument();
  });
});

describe('public pages', () => {
  it('[ERR-12] the fallback while nothing can be loaded mentions the backup procedure, too', () => {
    render(<StartFailure />);
    expect(screen.getByText(BACKUP)).toBeInTheDocument();
  });

  it.each([
    ['/help', '/help'],
    ['/error', '/error'],
    ['/consult', '/login?redirect=%2Fconsult'],
  ])('without a session %s redirects to %s, because signed-out users see no patients', async (path, target) => {
    setRuntimeConfig(testConfig);
    await startSession();
    const app = renderApp(path, { me: bedside });
    await waitFor(() => expect(app.router.state.status).toBe('idle'));
    act(() => session.setState(null, true));
    await act(() => Promise.resolve());
    await waitFor(() => expect(app.router.state.location.href).toBe(target));
  });

  it('[AUTH-01] [ROUTE-01] [ROUTE-02] [ROUTE-03] [NAV-14] signed-out users see the landing page, which describes the product', async () => {
    setRuntimeConfig(testConfig);
    await startSession();
    const signinRedirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    const policy = { oidc: { ...testConfig.oidc, invitePolicy: 'B2C_1A_invite' } };
    const links = { termsUrl: 'https://legal.test/use', privacyUrl: 'https://legal.test/data' };
    renderApp('/consult/7?view=timeline', { me: null, config: { ...testConfig, ...policy, ...links } });
    const blocks = [
      ['Connect', /^Request a consult/],
      ['Collaborate', /by video/],
      ['Document', /with templates/],
    ] as const;
    for (const [name, text] of blocks) {
      const heading = await screen.findByRole('heading', { name });
      expect(heading.nextElementSibling).toHaveTextContent(text);
    }
    expect(screen.getByRole('link', { name: 'Terms of use' })).toHaveAttribute('href', links.termsUrl);
    expect(screen.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', links.privacyUrl);
    expect(document.querySelector('.top')).toBeEmptyDOMElement();
    expect(document.querySelector('input')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    // No invitation, which only its own page forwards.
    expect(signinRedirect.mock.calls).toEqual([[{ state: { returnTo: '/consult/7?view=timeline' } }]]);
  });

  it('[ROUTE-04] [AUTH-05] an invitation redirects to the provider with its hint and the sign-up policy', async () => {
    setRuntimeConfig(testConfig);
    await startSession();
    const signinRedirect = vi
      .spyOn(UserManager.prototype, 'signinRedirect')
      .mockRejectedValueOnce(new Error('out of reach'));
    const { oidc } = testConfig;
    const { unmount } = renderApp('/invite?id_token_hint=17', {
      me: null,
      config: { ...testConfig, oidc: { ...oidc, invitePolicy: 'B2C_1A_invite' } },
    });
    signinRedirect.mockResolvedValue();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    const request = { state: { returnTo: '/' }, id_token_hint: '17', extraQueryParams: { p: 'B2C_1A_invite' } };
    await waitFor(() => expect(signinRedirect.mock.calls).toEqual([[request], [request]]));
    unmount();
    await signingIn.signIn({ returnTo: '/' });
    expect(signinRedirect).toHaveBeenLastCalledWith({ state: { returnTo: '/' } });
    renderApp('/invite?id_token_hint=17', {
      me: null,
      config: { ...testConfig, oidc: { ...oidc, invitePolicy: null } },
    });
    await waitFor(() => expect(signinRedirect).toHaveBeenLastCalledWith({ ...request, extraQueryParams: {} }));
  });

  it('[ROUTE-05] [ROUTE-12] does not redirect to the provider without a hint', async () => {
    const signIn = vi.spyOn(signingIn, 'signIn').mockResolvedValue();
    const { router } = renderApp('/invite', { me: coordinator });
    await waitFor(() => expect(router.state.location.pathname).toBe('/transfer'));
    expect(signIn).not.toHaveBeenCalled();
  });

  const visitors = [
    ['signed out', null, '(555) 010-0177', 'tel:5550100177'],
    ['signed in, with any permissions', makeMe(), '+1 (555) 010-0188', 'tel:+15550100188'],
  ] as const;
  it.each(visitors)('[ROUTE-10] [ROUTE-11] help shows the phone number %s', async (_who, me, supportPhone, href) => {
    const { router } = renderApp('/help', { me, config: { ...testConfig, supportPhone } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Help and Support' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: supportPhone })).toHaveAttribute('href', href);
    expect(router.state.location.pathname).toBe('/help');
  });

  it('[ROUTE-16] the login page redirects neither to another site nor to an error page', async () => {
    const signIn = vi.spyOn(signingIn, 'signIn').mockResolvedValue();
    const { unmount } = renderApp('/login?redirect=%2F%2Fevil.example%2Fconsult', { me: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Login' }));
    expect(signIn).toHaveBeenCalledWith({ returnTo: '/' });
    unmount();
    const { router } = renderApp('/login?redirect=%2Ferror', { me: coordinator });
    await waitFor(() => expect(router.state.location.href).toBe('/transfer'));
  });

  it('[ROUTE-08] [ROUTE-09] [ERR-12] the error page shows the message of the navigation as plain text', async () => {
    const { router } = renderApp('/help', { me: null });
    await screen.findByRole('heading', { name: 'Help and Support' });
    const state = { errorTitle: 'No <i>entry</i>', errorMessage: 'Ask <b>your</b> unit.' };
    await act(() => router.navigate({ to: '/error', state }));
    expect(await screen.findByRole('heading', { name: state.errorTitle })).toBeInTheDocument();
    expect(screen.getByText(state.errorMessage)).toBeInTheDocument();
    expect(screen.getByText(BACKUP)).toBeInTheDocument();
    await act(() => router.navigate({ to: '/error', state: { errorMessage: 'Not here.' } }));
    expect(await screen.findByRole('heading', { name: 'Oops' })).toBeInTheDocument();
    expect(screen.getByText('Not here.')).toBeInTheDocument();
  });

  it('[ROUTE-08] [ROUTE-09] [ERR-12] the error page shows a general message if opened directly', async () => {
    renderApp('/error?message=Call%20this%20number', { me: null });
    const page = within(await screen.findByRole('alert'));
    expect(page.getByRole('heading', { name: 'Oops' })).toBeInTheDocument();
    expect(page.getByText('Something went wrong. Please try again.')).toBeInTheDocument();
    expect(page.queryByText(/Call this number/)).not.toBeInTheDocument();
    expect(page.getByText(BACKUP)).toBeInTheDocument();
  });
});
