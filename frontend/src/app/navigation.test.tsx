import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { draftExpiries } from '@/drafts/draft-storage';
import * as sessions from '@/session/sign-out';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { onPhone } from '@/testing/show-consult';
import { wizardNetwork } from '@/testing/wizard-network';
import { requester, storeWizard } from '@/testing/wizard-tab';

const bedside = makeMe({
  rbacPermissions: permissions('List Consult', 'Request Consult', 'View Consult', 'Ask Consult'),
});
const coordinator = makeMe({ rbacPermissions: permissions('List Transfer', 'List Consult', 'View Consult') });
const specialist = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult') });
const administrator = makeMe({
  rbacPermissions: permissions('List Consult', 'Request Consult', 'Give Consult', 'List Reports', 'Manage Admin'),
});

/** The line of the logo; on the transfers logo it ends in an arrow. */
const LINE = 'M3 5h26';
const ARROW = 'm-4-3 4 3-4 3';

const SLOW = { timeout: 10_000 };
const LISTS = ['Consults', 'Coverage'] as const;
const ON_CALL_BUTTONS = ['Notifications', 'On-call settings'] as const;

beforeEach(() => {
  // The data of the pages is irrelevant to these tests.
  server.use(
    http.get('*/api/locations/*', () => HttpResponse.json([])),
    ...emptyAnswers,
  );
});

const openProfile = async () => userEvent.click(await screen.findByRole('button', { name: /'s profile$/ }));
const menuItem = (name: string) => screen.findByRole('menuitem', { name });

describe('the top bar', () => {
  it('[NAV-02] [NAV-04] [NAV-05] [NAV-08] [NAV-10] offers bedside users their list and the wizard', async () => {
    const { router } = renderApp('/consult', { me: bedside });
    expect(await screen.findByRole('link', { name: 'Consults' })).toHaveAttribute('href', '/consult');
    const logo = screen.getByRole('link', { name: 'Wardline, home' });
    expect(logo.querySelector('[data-variant="consult"] path')).toHaveAttribute('d', LINE);
    expect(screen.getByRole('link', { name: 'Request Consult' })).toHaveAttribute('href', '/request-wizard');
    expect(screen.queryByRole('button', { name: 'Applications' })).not.toBeInTheDocument();
    expect(screen.queryByRole('switch', { name: /Call$/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Transfers' })).not.toBeInTheDocument();
    server.use(http.get('*/api/locations/me/favorites', () => HttpResponse.json([])));
    await userEvent.click(screen.getByRole('link', { name: 'Request Consult' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/location'));
  });

  it('[NAV-03] [NAV-04] [NAV-07] [PERM-05] offers coordinators the transfers', async () => {
    const { container } = renderApp('/help', { me: coordinator });
    expect(await screen.findByRole('link', { name: 'Transfers' })).toHaveAttribute('href', '/transfer');
    expect(container.querySelector('header [data-variant="transfer"] path')).toHaveAttribute('d', `${LINE}${ARROW}`);
    expect(screen.queryByRole('link', { name: 'Consults' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Request/ })).not.toBeInTheDocument();
  });

  it('[NAV-04] [ROUTE-14] offers no list to users without access to one, and Logout in place of the home page', async () => {
    const signOut = vi.spyOn(sessions, 'signOut').mockResolvedValue();
    renderApp('/', { me: makeMe({ rbacPermissions: permissions('View Consult', 'Transfer Consult') }) });
    expect(await screen.findByText('You are not authorized to use this application.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^(Consults|Transfers)$/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Go to the home page' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('[NAV-01] [ROUTE-13] is hidden while the home page redirects, however long that takes', async () => {
    let respond: () => void = () => undefined;
    const response = new Promise<void>((resolve) => {
      respond = resolve;
    });
    // Both the application and the guard of the home page fetch the draft key, and the guard waits for it.
    server.use(http.get('*/api/me/safekeeping-key', () => response.then(() => HttpResponse.json({ key: '' }))));
    const { router } = renderApp('/help', { me: bedside });
    expect(await screen.findByRole('link', { name: 'Wardline, home' })).toBeInTheDocument();
    draftExpiries.setState({ nurse: Date.now() + 60_000 });
    act(() => void router.navigate({ to: '/' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(screen.queryByRole('link', { name: 'Wardline, home' })).not.toBeInTheDocument();
    await act(async () => {
      respond();
      await response;
    });
    expect(await screen.findByRole('link', { name: 'Wardline, home' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/consult');
    draftExpiries.setState({}, true);
  });

  it('[NAV-02] [NAV-06] [NAV-08] [NAV-09] hides only Request Consult, at every step of the wizard', async () => {
    const rbacPermissions = [...requester.rbacPermissions, ...permissions('Give Consult')];
    for (const step of ['location', 'patient', 'service', 'tele-psych']) {
      wizardNetwork();
      storeWizard();
      const { router, unmount } = renderApp(`/request/${step}`, { me: { ...requester, rbacPermissions } });
      expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
      expect(router.state.location.pathname).toBe(`/request/${step}`);
      expect(screen.getByRole('link', { name: 'Consults' })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Wardline, home' }).querySelector('svg')).toBeInTheDocument();
      expect(screen.getByRole('switch', { name: 'Off Call' })).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
      expect(screen.queryByRole('link', { name: /Request\s*Consult/ })).not.toBeInTheDocument();
      unmount();
    }
  });
});

describe('on a phone', () => {
  const requesting = makeMe({ rbacPermissions: permissions('List Transfer', 'Request Consult') });
  const places = [
    ['/consult', bedside],
    ['/transfer', requesting],
    ['/help', bedside],
    ['/consult/no-such-thing', bedside],
  ] as const;
  it.each(places)('[NAV-13] [WL-09] [NAV-05] offers Request Consult once at %s', async (path, me) => {
    onPhone();
    const { container } = renderApp(path, { me });
    expect(await screen.findByRole('link', { name: 'Request Consult' })).toBeInTheDocument();
    expect(container.querySelectorAll('a[href="/request-wizard"]')).toHaveLength(1);
  });

  const people = [
    ['with all permissions', administrator, '/consult', LISTS, ['Applications', ...ON_CALL_BUTTONS], true],
    ['who give consults', specialist, '/consult', LISTS, ON_CALL_BUTTONS, true],
    ['who only request', bedside, '/help', [...LISTS, 'Request Consult'], [], false],
    ['who see transfers', coordinator, '/transfer', ['Transfers', 'Coverage'], [], false],
  ] as const;
  it.each(people)(
    '[NAV-13] [NAV-10] [NAV-02] [NAV-04] [NAV-07] shows the same items to users %s',
    async (_who, me, path, links, buttons, gives) => {
      onPhone();
      renderApp(path, { me });
      const places = await screen.findByRole('navigation', { name: 'Main' });
      const bar = within(places.closest('header')!);
      const named = (role: string) =>
        bar.getAllByRole(role).map((item) => item.getAttribute('aria-label') ?? item.textContent);
      expect(named('link')).toEqual(['Wardline, home', ...links]);
      expect(named('button').sort()).toEqual([...buttons, "Nora Quinn's profile"].sort());
      expect(bar.queryByRole('switch') !== null).toBe(gives);
    },
  );
});

describe('the profile menu', () => {
  it('[NAV-11] lists Preferences, Provide Feedback, Help & Support and Logout', async () => {
    renderApp('/help', { me: bedside });
    await openProfile();
    const items = await screen.findAllByRole('menuitem');
    const labels = ['Preferences', 'Provide Feedback', 'Help & Support', 'Logout'];
    expect(items.map((item) => item.textContent)).toEqual(labels);
  });

  const labels = [
    [['Ask Consult'], 'Ask Consult'],
    [['Give Consult'], 'Give Consult'],
    [['Ask Consult', 'Request Consult', 'Give Consult'], 'Give Consult'],
    [['List Consult', 'Request Consult'], ''],
  ] as const;
  it.each(labels)('[NAV-22] [PERM-33] [BPERM-01] shows the role for %j: %s', async (pairs, label) => {
    renderApp('/help', { me: makeMe({ rbacPermissions: permissions(...pairs) }) });
    await openProfile();
    await menuItem('Logout');
    expect(screen.getByText('Nora Quinn').textContent).toBe(`Nora Quinn${label}`);
  });

  const dialogs = [
    ['Preferences', 'Preferences'],
    ['Provide Feedback', 'Provide Feedback'],
  ] as const;
  it.each(dialogs)('[NAV-12] [FEED-01] %s opens its dialog, which can be closed', async (item, dialog) => {
    renderApp('/help', { me: bedside });
    await openProfile();
    await userEvent.click(await menuItem(item));
    const opened = await screen.findByRole('dialog', { name: dialog }, SLOW);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(opened).not.toBeInTheDocument());
  });

  it('[NAV-12] Help & Support opens /help, and Logout logs out', async () => {
    const signOut = vi.spyOn(sessions, 'signOut').mockResolvedValue();
    const { router } = renderApp('/consult', { me: bedside });
    await openProfile();
    await userEvent.click(await menuItem('Help & Support'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/help'));
    await openProfile();
    await userEvent.click(await menuItem('Logout'));
    expect(signOut).toHaveBeenCalledTimes(1);
  });
});

describe('the side panels', () => {
  const widths = [
    ['a phone', '95%', onPhone],
    ['a desktop', 'calc(26.25rem * var(--mantine-scale))', () => undefined],
  ] as const;
  it.each(widths)(
    '[NAV-15] [NAV-16] [NAV-17] [NAV-18] [NAV-20] have the specified width on %s, with applications on the left and notifications on the right',
    async (_where, width, prepare) => {
      prepare();
      renderApp('/help', { me: administrator });
      for (const [name, side, applications] of [
        ['Applications', '', ['Admin', 'Reporting']],
        ['Notifications', 'flex-end', []],
      ] as const) {
        await userEvent.click(await screen.findByRole('button', { name }));
        const panel = await screen.findByRole('dialog', { name }, SLOW);
        const { style } = panel.closest<HTMLElement>('.mantine-Drawer-root')!;
        const read = (what: string) => style.getPropertyValue(`--drawer-${what}`);
        expect([name, read('size'), read('justify')]).toEqual([name, width, side]);
        const others = Array.from(panel.querySelectorAll('a[target]'), (link) => link.textContent);
        expect(others).toEqual(applications);
        await userEvent.keyboard('{Escape}');
        await waitFor(() => expect(panel).not.toBeInTheDocument());
      }
    },
  );
});

describe('the application panel', () => {
  const applications = [
    ['List Reports', ['Reporting']],
    ['Manage Admin', ['Admin']],
  ] as const;
  it.each(applications)(
    '[NAV-10] [NAV-17] [NAV-18] [NAV-19] [NAV-24] with %s links to %j, in a new tab',
    async (pair, names) => {
      renderApp('/help', { me: makeMe({ rbacPermissions: permissions('List Consult', pair) }) });
      await userEvent.click(await screen.findByRole('button', { name: 'Applications' }));
      const panel = within(await screen.findByRole('dialog', { name: 'Applications' }, SLOW));
      const links = panel.getAllByRole('link').filter((link) => link.getAttribute('target') === '_blank');
      expect(links.map((link) => link.textContent)).toEqual(names);
      const [link] = links;
      expect(link).toHaveAttribute('href', names[0] === 'Admin' ? 'http://admin.test' : 'http://reporting.test');
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener');
    },
  );
});
