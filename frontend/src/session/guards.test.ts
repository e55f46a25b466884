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

import { type GuardedResource, requireResource, requireSignIn, redirectToStartPage } from './guards';
import { createQueryClient } from '@/app/query-client';

const location = { href: '/consult/7?view=timeline', pathname: '/consult/7' };

const routeOf = (me: Me) => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, me);
  return { context: { queryClient }, location };
};

/** The path that a guard redirects to; null if it lets the user through. */
async function redirectOf(guarded: Promise<unknown>) {
  try {
    await guarded;
    return null;
  } catch (redirection) {
    if (!isRedirect(redirection)) throw redirection;
    const { to, search, state } = JSON.parse(JSON.stringify(redirection.options)) as Record<string, unknown>;
    return { to, search, state };
  }
}

const userWith = (...pairs: Parameters<typeof permissions>) => makeMe({ rbacPermissions: permissions(...pairs) });

beforeEach(() => {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
});

it('[ROUTE-15] [ROUTE-16] redirects signed-out users to the login page, which remembers the path', async () => {
  expect(await redirectOf(redirectToStartPage(routeOf(makeMe())))).toEqual({
    to: '/login',
    search: { redirect: location.href },
  });
});

describe('signed in', () => {
  let requests: string[] = [];

  beforeEach(() => {
    signInForTest();
    requests = [];
    server.use(
      http.get('*/api/me/safekeeping-key', () => {
        requests.push('key');
        return HttpResponse.json({ key: btoa('k'.repeat(32)) });
      }),
      http.get('*/api/me', () => {
        requests.push('me');
        return HttpResponse.json(makeMe());
      }),
    );
  });

  it('returns the user, fetched once', async () => {
    const route = { context: { queryClient: createQueryClient() }, location };
    expect(await requireSignIn(route)).toEqual(makeMe());
    await route.context.queryClient.invalidateQueries({ refetchType: 'none' });
    await requireSignIn(route);
    expect(requests).toEqual(['me']);
  });

  it('[ERR-01] waits for the drafts from before a sign-out, because forms read them when they mount', async () => {
    await openDrafts('nurse');
    const unregister = registerDirtyForm({
      drafts: () => [{ key: 'consult/7/comment', values: { message: 'Calmer' } }],
    });
    await collectDrafts()();
    onTestFinished(() => removeDraftsOf('nurse'));
    unregister();
    closeDrafts();
    expect(Object.keys(draftExpiries.getState())).toEqual(['nurse']);
    await requireSignIn(routeOf(makeMe()));
    expect(canSaveDrafts('nurse')).toBe(true);
  });

  it('waits until data that this tab encrypted before a reload can be read', async () => {
    userStorage.write('sealed.wizard', 'sealed');
    await requireSignIn(routeOf(makeMe()));
    expect([encryptedStorage.isLocked, canSaveDrafts('nurse')]).toEqual([false, true]);
  });

  it('fetches the user without waiting for the key', async () => {
    userStorage.write('sealed.wizard', 'sealed');
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    server.use(
      http.get('*/api/me/safekeeping-key', async () => {
        await released;
        return HttpResponse.json({ key: btoa('k'.repeat(32)) });
      }),
    );
    const guarded = requireSignIn({ context: { queryClient: createQueryClient() }, location });
    await vi.waitFor(() => expect(requests).toEqual(['me']));
    release();
    await guarded;
    expect(encryptedStorage.isLocked).toBe(false);
  });

  it('fetches the key for data written without one, and does not wait for it', async () => {
    encryptedStorage.write('wizard', 'Marsh');
    onTestFinished(() => encryptedStorage.remove('wizard'));
    await requireSignIn(routeOf(makeMe()));
    expect([requests, canSaveDrafts('nurse')]).toEqual([[], false]);
    await vi.waitFor(() => expect([requests, canSaveDrafts('nurse')]).toEqual([['key'], true]));
  });

  it('does not fetch a key if there is nothing to decrypt', async () => {
    await requireSignIn(routeOf(makeMe()));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([requests, canSaveDrafts('nurse')]).toEqual([[], false]);
  });

  const errorMessage = 'You are not authorized to enter "/consult/7" route';
  const rejected = { to: '/error', state: { errorMessage } };

  it.each<[string, Me, GuardedResource, unknown]>([
    ['[ROUTE-38] [PERM-07] admits users who may view it', userWith('View Consult'), { resource: 'Consult' }, null],
    [
      '[ROUTE-38] [ROUTE-40] [PERM-01] [PERM-07] rejects users who may view only another resource',
      userWith('View Transfer'),
      { resource: 'Consult' },
      rejected,
    ],
    [
      '[ROUTE-38] [ROUTE-40] [PERM-01] [PERM-07] rejects users who may only list it',
      userWith('List Consult'),
      { resource: 'Consult' },
      rejected,
    ],
    [
      '[ROUTE-38] admits users who may perform the action of the route',
      userWith('List Consult'),
      { resource: 'Consult', action: 'List' },
      null,
    ],
    [
      '[ROUTE-38] [ROUTE-40] [PERM-01] rejects users who may view it but not perform the action of the route',
      userWith('View Consult', 'List Transfer'),
      { resource: 'Consult', action: 'List' },
      rejected,
    ],
    ['[ROUTE-39] redirects to the fallback', userWith(), { resource: 'Consult', fallback: '/' }, { to: '/' }],
  ])('%s', async (_case, me, guarded, target) => {
    expect(await redirectOf(requireResource(guarded)(routeOf(me)))).toEqual(target);
  });

  const noList = { to: '/error', state: { errorMessage: 'You are not authorized to use this application.' } };

  it.each<[string, Me, unknown]>([
    ['[ROUTE-12] transfers before consults', userWith('List Transfer', 'List Consult'), { to: '/transfer' }],
    ['[ROUTE-13] consults', userWith('List Consult'), { to: '/consult' }],
    ['[ROUTE-14] the error page without a list', userWith('View Consult'), noList],
  ])('%s is the start page [NAV-21]', async (_case, me, target) => {
    expect(await redirectOf(redirectToStartPage(routeOf(me)))).toEqual(target);
  });
});
