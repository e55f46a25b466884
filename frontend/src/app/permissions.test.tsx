import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { psych } from '@/testing/on-call';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { onPhone } from '@/testing/show-consult';

type Pair = Parameters<typeof permissions>[number];

const EVERY: Pair[] = [
  'List Consult',
  'List Transfer',
  'List Reports',
  'View Consult',
  'Request Consult',
  'Request Transfer',
  'Ask Consult',
  'Give Consult',
  'Transfer Consult',
  'Acknowledge Consult',
  'Complete Consult',
  'Acknowledge Transfer',
  'Complete Transfer',
  'Add Comment',
  'Manage Admin',
  'Access Organization',
  'Access ServiceLine',
];
const only = (...pairs: Pair[]) => makeMe({ rbacPermissions: permissions(...pairs) });
const allBut = (missing: Pair) => only(...EVERY.filter((pair) => pair !== missing));

const WIZARD = [
  '/request-wizard',
  '/request',
  '/request/location',
  '/request/patient',
  '/request/service',
  '/request/tele-stroke',
];

let called: string[] = [];

beforeEach(() => {
  called = [];
  server.use(
    http.get('*/pages', () => HttpResponse.json([])),
    http.all('*/api/*', ({ request }) => {
      const { pathname } = new URL(request.url);
      called.push(pathname);
      return HttpResponse.json(pathname.endsWith('$search') ? { consults: [], transfers: [], hasMore: false } : []);
    }),
  );
});

/** Opens the path and waits for the page. */
async function open(path: string, me: ReturnType<typeof makeMe>) {
  const app = renderApp(path, { me });
  await screen.findByRole('button', { name: /'s profile$/ });
  await waitFor(() => expect(app.router.state.status).toBe('idle'));
  return app;
}

describe('List Consult', () => {
  it('[PERM-03] [ROUTE-17] opens the list of consults', async () => {
    const { router } = await open('/consult', only('List Consult'));
    expect(await screen.findByRole('heading', { name: 'No Consults' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/consult');
    expect(called).toContain('/api/consults/$search');
  });

  it.each(['/consult', '/consult/7', '/consult/7/next'])(
    '[PERM-03] [ROUTE-12] [ROUTE-17] without it %s redirects and fetches no consult, even with all other permissions',
    async (path) => {
      const { router } = await open(path, allBut('List Consult'));
      expect(router.state.location.pathname).toBe('/transfer');
      expect(called.filter((pathname) => pathname.startsWith('/api/consults'))).toEqual([]);
    },
  );
});

describe('List Transfer', () => {
  const logo = () => screen.getByRole('link', { name: 'Wardline, home' }).querySelector('svg');
  const searches = () => called.filter((pathname) => pathname === '/api/transfers/$search');

  it.each([
    ['alone', only('List Transfer')],
    ['with all other permissions', only(...EVERY)],
  ])('[PERM-04] %s, it opens the list of transfers, under the transfer logo', async (_, me) => {
    const { router } = await open('/transfer', me);
    expect(await screen.findByRole('heading', { name: 'No Transfers' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/transfer');
    expect(searches()).toHaveLength(1);
    expect(logo()).toHaveAttribute('data-variant', 'transfer');
  });

  it.each(['/transfer', '/transfer/7', '/transfer/7/next'])(
    '[PERM-04] [PERM-17] without it %s redirects and fetches no transfer, even with all other permissions',
    async (path) => {
      const { router } = await open(path, allBut('List Transfer'));
      expect(router.state.location.pathname).toBe('/consult');
      expect(searches()).toEqual([]);
      expect(logo()).toHaveAttribute('data-variant', 'consult');
    },
  );
});

describe('Request Consult', () => {
  it.each(WIZARD)('[PERM-05] [ROUTE-26] [WIZ-45] opens %s', async (path) => {
    const { router } = await open(path, only('Request Consult'));
    expect(router.state.location.pathname).toMatch(/^\/request\//);
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('Oops');
  });

  it.each(WIZARD)(
    '[PERM-05] [ROUTE-26] [ROUTE-40] [WIZ-45] without it %s is denied and fetches no unit, even with all other permissions',
    async (path) => {
      const { router } = await open(path, allBut('Request Consult'));
      expect(router.state.location.pathname).toBe('/error');
      const named = path === '/request-wizard' ? '/request/location' : path;
      expect(await screen.findByText(`You are not authorized to enter "${named}" route`)).toBeInTheDocument();
      expect(called.filter((pathname) => pathname.startsWith('/api/locations'))).toEqual([]);
    },
  );

  it('[PERM-05] [NAV-05] [NAV-07] shows the button that starts a request, which no other permission does', async () => {
    const { unmount } = await open('/help', only('Request Consult'));
    expect(screen.getByRole('link', { name: 'Request Consult' })).toHaveAttribute('href', '/request-wizard');
    unmount();
    await open('/help', allBut('Request Consult'));
    expect(screen.queryByRole('link', { name: /Request/ })).not.toBeInTheDocument();
  });

  it('[PERM-05] [WL-09] [NAV-13] shows the button in the list on a phone, which no other permission does', async () => {
    onPhone();
    const { unmount } = await open('/consult', only('List Consult', 'Request Consult'));
    expect(await screen.findByRole('link', { name: 'Request Consult' })).toHaveAttribute('href', '/request-wizard');
    unmount();
    await open('/transfer', allBut('Request Consult'));
    expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Request Consult' })).not.toBeInTheDocument();
  });
});

describe('Give Consult', () => {
  it('[PERM-06] [NAV-08] [NAV-09] shows the on-call toggle and the bell, which no other permission does', async () => {
    const { unmount } = await open('/help', only('Give Consult'));
    expect(screen.getByRole('switch', { name: 'Off Call' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'On-call settings' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    unmount();
    const onCall = { activeServiceLines: [psych], checkedInLineIds: [psych.id], isVirtual: true };
    await open('/help', { ...allBut('Give Consult'), ...onCall });
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^(On-call settings|Notifications)/ })).not.toBeInTheDocument();
  });
});

it('[PERM-01] [NAV-05] [NAV-07] [NAV-08] removes actions from the screen as soon as the server revokes the permission', async () => {
  const { queryClient } = await open('/help', only('Request Consult', 'Give Consult'));
  expect(screen.getByRole('link', { name: 'Request Consult' })).toBeInTheDocument();
  server.use(http.get('*/api/me', () => HttpResponse.json(only('Request Transfer', 'Ask Consult'))));
  await act(() => queryClient.refetchQueries({ queryKey: ['me'] }));
  await waitFor(() => expect(screen.queryByRole('switch')).not.toBeInTheDocument());
  expect(screen.queryByRole('link', { name: 'Request Consult' })).not.toBeInTheDocument();
});

it('[PERM-01] matches permissions case-sensitively', async () => {
  const { router } = await open('/consult', only('list Consult', 'manage all', 'List consult', 'List all'));
  expect(router.state.location.pathname).toBe('/error');
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});
