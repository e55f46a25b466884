import { isRedirect } from '@tanstack/react-router';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { setRuntimeConfig } from '@/api/runtime-config';
import { type Me, meQuery } from './me';
import {
  canSaveDrafts,
  closeDrafts,
  removeDraftsOf,
  draftExpiries,
  openDrafts,
  collectDrafts,
} from '@/drafts/draft-storage';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { registerDirtyForm } from '@/drafts/dirty-forms';
import { userStorage } from '@/drafts/user-storage';
import { testConfig } from '@/testing/config';
import { makeMe, permissions } from '@/testing/me';
import { server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

import { type GuardedResource, requireResource, requireSignIn, requireStart } from './guards';
import { createQueryClient } from '@/app/query-client';

const location = { href: '/consult/7?view=timeline', pathname: '/consult/7' };

const routeOf = (me: Me) => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, me);
  return { context: { queryClient }, location };
};

/** Where a guard sends somebody; null where it lets them pass. */
async function leads(guarded: Promise<unknown>) {
  try {
    await guarded;
    return null;
  } catch (redirection) {
    if (!isRedirect(redirection)) throw redirection;
    const { to, search, state } = JSON.parse(JSON.stringify(redirection.options)) as Record<string, unknown>;
    return { to, search, state };
  }
}

const may = (...pairs: Parameters<typeof permissions>) => makeMe({ rbacPermissions: permissions(...pairs) });

beforeEach(() => {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onForbidden: () => undefined });
});

it('[ROUTE-15] [ROUTE-16] signed out everything leads to the login page, which remembers the path', async () => {
  expect(await leads(requireStart(routeOf(makeMe())))).toEqual({ to: '/login', search: { redirect: location.href } });
});

describe('signed in', () => {
  let told: string[] = [];

  beforeEach(() => {
    signInForTest();
    told = [];
    server.use(
      http.get('*/api/me/safekeeping-key', () => {
        told.push('key');
        return HttpResponse.json({ key: btoa('k'.repeat(32)) });
      }),
      http.get('*/api/me', () => {
        told.push('me');
        return HttpResponse.json(makeMe());
      }),
    );
  });

  it('hands over the user, who is asked for once', async () => {
    const route = { context: { queryClient: createQueryClient() }, location };
    expect(await requireSignIn(route)).toEqual(makeMe());
    await route.context.queryClient.invalidateQueries({ refetchType: 'none' });
    await requireSignIn(route);
    expect(told).toEqual(['me']);
  });

  it('[ERR-01] waits for what they had typed before a sign-out, as forms ask for it when they appear', async () => {
    await openDrafts('nurse');
    const forget = registerDirtyForm({ drafts: () => [{ key: 'consult/7/comment', values: { message: 'Calmer' } }] });
    await collectDrafts()();
    onTestFinished(() => removeDraftsOf('nurse'));
    forget();
    closeDrafts();
    expect(Object.keys(draftExpiries.getState())).toEqual(['nurse']);
    await requireSignIn(routeOf(makeMe()));
    expect(canSaveDrafts('nurse')).toBe(true);
  });

  it('waits for what this tab holds sealed since before a reload', async () => {
    userStorage.write('sealed.wizard', 'sealed');
    await requireSignIn(routeOf(makeMe()));
    expect([encryptedStorage.isLocked, canSaveDrafts('nurse')]).toEqual([false, true]);
  });

  it('fetches the seal for what was written without one, and does not wait for it', async () => {
    encryptedStorage.write('wizard', 'Marsh');
    onTestFinished(() => encryptedStorage.remove('wizard'));
    await requireSignIn(routeOf(makeMe()));
    expect([told, canSaveDrafts('nurse')]).toEqual([[], false]);
    await vi.waitFor(() => expect([told, canSaveDrafts('nurse')]).toEqual([['key'], true]));
  });

  it('asks for no key where there is nothing to be read', async () => {
    await requireSignIn(routeOf(makeMe()));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([told, canSaveDrafts('nurse')]).toEqual([[], false]);
  });

  const words = 'You are not authorized to enter "/consult/7" route';
  const refused = { to: '/error', state: { errorMessage: words } };

  it.each<[string, Me, GuardedResource, unknown]>([
    ['[ROUTE-38] [PERM-07] lets in who may view it', may('View Consult'), { resource: 'Consult' }, null],
    [
      '[ROUTE-38] [ROUTE-40] [PERM-01] [PERM-07] refuses who may view something else',
      may('View Transfer'),
      { resource: 'Consult' },
      refused,
    ],
    [
      '[ROUTE-38] [ROUTE-40] [PERM-01] [PERM-07] refuses who may only list it',
      may('List Consult'),
      { resource: 'Consult' },
      refused,
    ],
    [
      '[ROUTE-38] lets in by the action of the route',
      may('List Consult'),
      { resource: 'Consult', action: 'List' },
      null,
    ],
    [
      '[ROUTE-38] [ROUTE-40] [PERM-01] refuses by the action of the route who may view it',
      may('View Consult', 'List Transfer'),
      { resource: 'Consult', action: 'List' },
      refused,
    ],
    ['[ROUTE-39] leads elsewhere', may(), { resource: 'Consult', fallback: '/' }, { to: '/' }],
  ])('%s', async (_case, me, guarded, where) => {
    expect(await leads(requireResource(guarded)(routeOf(me)))).toEqual(where);
  });

  const noList = { to: '/error', state: { errorMessage: 'You are not authorized to use this application.' } };

  it.each<[string, Me, unknown]>([
    ['[ROUTE-12] transfers before consults', may('List Transfer', 'List Consult'), { to: '/transfer' }],
    ['[ROUTE-13] consults', may('List Consult'), { to: '/consult' }],
    ['[ROUTE-14] the error page without a list', may('View Consult'), noList],
  ])('%s is where somebody begins [NAV-21]', async (_case, me, where) => {
    expect(await leads(requireStart(routeOf(me)))).toEqual(where);
  });
});
