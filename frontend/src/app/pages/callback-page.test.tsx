import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ErrorResponse, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { startSession } from '@/session/session';
import { session } from '@/session/state';
import { testConfig } from '@/testing/config';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { storeUser, userFor } from '@/testing/session';

const ANSWER = '/oauth2/callback?code=x&state=y';
const REFUSAL = '/oauth2/callback?error=access_denied&state=y';

const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(() => {
  setRuntimeConfig(testConfig);
  window.history.replaceState({}, '', ANSWER);
  server.use(
    http.get('*/api/me', () => HttpResponse.json(me)),
    http.all('*/api/*', () => HttpResponse.json({ consults: [], transfers: [], hasMore: false })),
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

it.each(['//evil.example/consult-legacy/7', '/error'])('[ROUTE-16] does not come back to %s', async (path) => {
  acceptCode(path);
  await startSession();
  const { router } = renderApp(ANSWER, { me: null });
  await waitFor(() => expect(router.state.location.href).toBe('/consult'));
});

const whoever = [
  ['nobody', () => undefined],
  ['somebody whose session still lasts', () => storeUser(userFor('nurse'))],
] as const;
it.each(whoever)(
  '[ROUTE-06] [NAV-01] stays, without navigation, while the answer is exchanged for %s',
  async (_who, prepare) => {
    prepare();
    vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockReturnValue(new Promise(() => undefined));
    await startSession();
    const known = session.getState() !== null;
    const { router, queryClient } = renderApp(ANSWER, { me: null });
    expect(await screen.findByLabelText('Signing you in')).toBeInTheDocument();
    await waitFor(() => expect(queryClient.getQueryData(['me']) !== undefined).toBe(known));
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/oauth2/callback');
  },
);

const otherwise = [
  ['signed in', () => storeUser(userFor('nurse')), '/consult'],
  ['signed out', () => undefined, '/login?redirect=%2F'],
] as const;
it.each(otherwise)('[ROUTE-07] leads to the start without an answer: %s', async (_state, prepare, expected) => {
  window.history.replaceState({}, '', '/oauth2/callback');
  prepare();
  await startSession();
  const { router } = renderApp('/oauth2/callback', { me: null });
  const went: string[] = [];
  onTestFinished(router.subscribe('onBeforeLoad', ({ toLocation }) => void went.push(toLocation.pathname)));
  await waitFor(() => expect(router.state.location.href).toBe(expected));
  expect(went[0]).toBe('/');
});

const refusals = [
  ['AADB2C90091: cancelled', null],
  ['AADB2C90118: forgot', /^We have run into an error, please try again\..* AADB2C90118$/],
  ['The account is locked', 'The account is locked'],
] as const;
it.each(refusals)(
  '[ERR-13] [ERR-15] [ERR-10] [ERR-11] [ROUTE-09] what else the provider refuses is said, or begins anew: %s',
  async (description, words) => {
    const refusal = new ErrorResponse({ error: 'access_denied', error_description: description });
    window.history.replaceState({}, '', REFUSAL);
    vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(refusal);
    await startSession();
    const { router } = renderApp(REFUSAL, { me: null });
    await waitFor(() => expect(router.state.location.pathname).toBe(words === null ? '/login' : '/error'));
    if (words === null) return;
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Oops$/);
  },
);

it('[ERR-14] says what the provider refused', async () => {
  window.history.replaceState({}, '', REFUSAL);
  const refusal = new ErrorResponse({ error: 'access_denied', error_description: 'AADSTS50105: not assigned' });
  vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(refusal);
  await startSession();
  renderApp(REFUSAL, { me: null });
  expect(await screen.findByText(/^Seems like we don't have you in our system yet/)).toBeInTheDocument();
});

it('[ERR-11] a code that nobody here asked for changes nothing for who is signed in', async () => {
  storeUser(userFor('nurse'));
  vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(new Error('No matching state found'));
  await startSession();
  const { router } = renderApp(ANSWER, { me: null });
  await waitFor(() => expect(router.state.location.pathname).toBe('/consult'));
});
