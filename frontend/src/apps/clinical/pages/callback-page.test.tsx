import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ErrorResponse, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { startSession } from '@/session/session';
import { testConfig } from '@/testing/config';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { storeUser, userFor } from '@/testing/session';

const ANSWER = '/oauth2/callback?code=x&state=y';

const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(() => {
  setRuntimeConfig(testConfig);
  window.history.replaceState({}, '', ANSWER);
  server.use(
    http.get('*/api/me', () => HttpResponse.json(me)),
    http.all('*/api/*', () => HttpResponse.json({ consults: [], hasMore: false })),
  );
});

afterEach(() => window.history.replaceState({}, '', '/'));

/** The provider accepts the code of the address. */
function acceptCode(returnTo: string) {
  const exchange = vi.spyOn(UserManager.prototype, 'signinRedirectCallback');
  exchange.mockImplementation(async function (this: UserManager) {
    const user = userFor('nurse', { state: { returnTo } });
    await this.storeUser(user);
    await this.events.load(user);
    return user;
  });
  return exchange;
}

it.each([
  ['an ended session', () => storeUser(userFor('nurse', { seconds: -60 }))],
  ['a session that still lasts', () => storeUser(userFor('nurse'))],
  ['nothing', () => undefined],
])('[ROUTE-16] comes back to the page asked for over %s', async (_left, prepare) => {
  prepare();
  const silently = vi.spyOn(UserManager.prototype, 'signinSilent').mockResolvedValue(userFor('nurse'));
  const exchange = acceptCode('/consult-legacy/7?cb=1');
  await startSession();
  const { router } = renderApp(ANSWER, { me: null });
  await waitFor(() => expect(router.state.location.href).toBe('/consult-legacy/7?cb=1'));
  expect(exchange).toHaveBeenCalledTimes(1);
  expect(silently).not.toHaveBeenCalled();
});

it('[ERR-14] says what the provider refused', async () => {
  const refusal = new ErrorResponse({ error: 'access_denied', error_description: 'AADSTS50105: not assigned' });
  vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(refusal);
  await startSession();
  renderApp(ANSWER, { me: null });
  expect(await screen.findByText(/^Seems like we don't have you in our system yet/)).toBeInTheDocument();
});

it('a code that nobody here asked for changes nothing for who is signed in', async () => {
  storeUser(userFor('nurse'));
  vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(new Error('No matching state found'));
  await startSession();
  const { router } = renderApp(ANSWER, { me: null });
  await waitFor(() => expect(router.state.location.pathname).toBe('/consult'));
});
