import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import * as signingIn from '@/session/sign-in';
import * as sessions from '@/session/sign-out';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { onPhone } from '@/testing/show-consult';

const bedside = makeMe({ rbacPermissions: permissions('List Consult', 'Request Consult', 'View Consult') });
const coordinator = makeMe({ rbacPermissions: permissions('List Transfer', 'List Consult', 'View Consult') });
const nobody = makeMe({ rbacPermissions: [] });

beforeEach(() => {
  // What pages ask for is not what these tests are about.
  server.use(http.all('*/api/*', () => HttpResponse.json({ consults: [], hasMore: false })));
});

describe('where a path leads', () => {
  it.each([
    ['[ROUTE-12]', '/', coordinator, '/transfer'],
    ['[ROUTE-13]', '/', bedside, '/consult'],
    ['[ROUTE-17]', '/consult', nobody, '/error'],
    ['[ROUTE-24]', '/transfer', bedside, '/consult'],
    ['[ROUTE-26]', '/request-wizard', bedside, '/request/location'],
    ['[ROUTE-35]', '/nowhere/at/all', bedside, '/consult'],
    ['[ROUTE-05]', '/invite', bedside, '/consult'],
    ['[ROUTE-07]', '/oauth2/callback', bedside, '/consult'],
  ])('%s %s goes on to the place of that user', async (_row, path, me, expected) => {
    const { router } = renderApp(path, { me });
    await waitFor(() => expect(router.state.location.pathname).toBe(expected));
  });

  it('[ROUTE-31] an unknown line is chosen anew, for which nothing was chosen yet', async () => {
    const { router } = renderApp('/request/tele-nothing', { me: bedside });
    const visited: string[] = [];
    router.subscribe('onBeforeNavigate', ({ toLocation }) => visited.push(toLocation.pathname));
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/location'));
    expect(visited).toContain('/request/service');
  });

  it('[ROUTE-15] [ROUTE-16] signed out it is the login page, which remembers the path', async () => {
    const { router } = renderApp('/consult/7?view=timeline', { me: null });
    expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument();
    expect(router.state.location.href).toBe('/login?redirect=%2Fconsult%2F7%3Fview%3Dtimeline');
    const asked = vi.spyOn(signingIn, 'signIn').mockResolvedValue();
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(asked).toHaveBeenCalledWith({ returnTo: '/consult/7?view=timeline' });
  });

  it('[ROUTE-14] says that a user without a list may not use the application', async () => {
    renderApp('/', { me: nobody });
    expect(await screen.findByText('You are not authorized to use this application.')).toBeInTheDocument();
  });

  it('[ROUTE-40] names the path that a user may not enter', async () => {
    renderApp('/request/location', { me: nobody });
    expect(await screen.findByText('You are not authorized to enter "/request/location" route')).toBeInTheDocument();
  });

  it('[ERR-03] shows the error page when the server refuses the user', async () => {
    server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'forbidden' }, { status: 403 })));
    renderApp('/consult', { me: bedside });
    server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'forbidden' }, { status: 403 })));
    expect(await screen.findByText('You are not authorized to enter this route.')).toBeInTheDocument();
  });

  it('keeps a query as it was written', async () => {
    const { router } = renderApp('/consult-legacy/7?cb=1', { me: bedside });
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(router.state.location.href).toBe('/consult-legacy/7?cb=1');
  });
});

describe('public pages', () => {
  it('[ROUTE-02] [ROUTE-03] the splash says what the product does and links to its terms', async () => {
    renderApp('/login', { me: null });
    for (const name of ['Connect', 'Collaborate', 'Document']) {
      expect(await screen.findByRole('heading', { name })).toBeInTheDocument();
    }
    expect(screen.getByRole('link', { name: 'Terms of use' })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy');
  });

  it('[ROUTE-10] [ROUTE-11] help shows the phone number, signed out too', async () => {
    renderApp('/help', { me: null });
    expect(await screen.findByRole('link', { name: '(555) 010-0100' })).toHaveAttribute('href', 'tel:5550100100');
  });

  it('[ROUTE-08] [ERR-12] the error page opened by itself says something general', async () => {
    renderApp('/error?message=Call%20this%20number', { me: null });
    expect(await screen.findByRole('heading', { name: 'Oops' })).toBeInTheDocument();
    expect(screen.queryByText(/Call this number/)).not.toBeInTheDocument();
    expect(
      screen.getByText('For emergent consult requests please follow the backup procedure for your location'),
    ).toBeInTheDocument();
  });
});

describe('navigation', () => {
  it('[NAV-04] [NAV-05] [NAV-08] offers bedside users their list and the wizard', async () => {
    renderApp('/help', { me: bedside });
    expect(await screen.findByRole('link', { name: 'Consults' })).toHaveAttribute('href', '/consult');
    expect(screen.getByRole('link', { name: /Request\s*Consult/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Applications' })).not.toBeInTheDocument();
  });

  it('[NAV-03] [NAV-04] [NAV-07] offers coordinators the transfers', async () => {
    const { container } = renderApp('/help', { me: coordinator });
    expect(await screen.findByRole('link', { name: 'Transfers' })).toHaveAttribute('href', '/transfer');
    expect(container.querySelector('[data-variant="transfer"]')).not.toBeNull();
    expect(screen.queryByRole('link', { name: /Request/ })).not.toBeInTheDocument();
  });

  it('[NAV-04] offers no list to those who may see none, and Logout in the place of the start', async () => {
    const signOut = vi.spyOn(sessions, 'signOut').mockResolvedValue();
    renderApp('/', { me: makeMe() });
    expect(await screen.findByText('You are not authorized to use this application.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Consults' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Go to the start' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it.each(['/consult', '/help'])('[NAV-13] [WL-09] offers a request once on a phone at %s', async (path) => {
    onPhone();
    const { container } = renderApp(path, { me: bedside });
    expect(await screen.findByRole('link', { name: /Request\s*Consult|Add a consult/ })).toBeInTheDocument();
    expect(container.querySelectorAll('a[href="/request-wizard"]')).toHaveLength(1);
  });

  it('[NAV-06] hides Request Consult in the wizard', async () => {
    renderApp('/request/location', { me: bedside });
    expect(await screen.findByRole('link', { name: 'Consults' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Request\s*Consult/ })).not.toBeInTheDocument();
  });

  it('[NAV-11] lists Preferences, Provide Feedback, Help & Support and Logout', async () => {
    renderApp('/help', { me: bedside });
    await userEvent.click(await screen.findByRole('button', { name: 'Profile of Nora Quinn' }));
    // Without a layout the menu's button counts as out of sight, and the menu with it.
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map((item) => item.textContent)).toEqual([
      'Preferences',
      'Provide Feedback',
      'Help & Support',
      'Logout',
    ]);
  });

  it('[NAV-17] [NAV-18] [NAV-19] opens only the applications that the user may use, each in a new tab', async () => {
    renderApp('/help', { me: makeMe({ rbacPermissions: permissions('List Consult', 'List Reports') }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Applications' }));
    const reporting = await screen.findByRole('link', { name: 'Reporting' });
    expect(reporting).toHaveAttribute('href', 'http://reporting.test');
    expect(reporting).toHaveAttribute('target', '_blank');
    expect(reporting).toHaveAttribute('rel', 'noopener');
    expect(screen.queryByRole('link', { name: 'Admin' })).not.toBeInTheDocument();
  });
});
