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
import { emptyAnswers, server } from '@/testing/server';
import { storeUser, userFor } from '@/testing/session';

const RESPONSE = '/oauth2/callback?code=x&state=y';
const ERROR_RESPONSE = '/oauth2/callback?error=access_denied&state=y';

const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(() => {
  setRuntimeConfig(testConfig);
  window.history.replaceState({}, '', RESPONSE);
  server.use(
    http.get('*/api/me', () => HttpResponse.json(me)),
    ...emptyAnswers,
  );
});

afterEach(() => window.history.replaceState({}, '', '/'));

/** The provider accepts the code in the URL. */
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
  ['an expired session', () => storeUser(userFor('nurse', { seconds: -60 }))],
  ['an active session', () => storeUser(userFor('nurse'))],
  ['no session', () => undefined],
])('[ROUTE-16] returns to the requested page with %s in the tab', async (_session, prepare) => {
  prepare();
  const signinSilent = vi.spyOn(UserManager.prototype, 'signinSilent').mockResolvedValue(userFor('nurse'));
  const exchange = acceptCode('/consult-legacy/7?cb=1');
  await startSession();
  const { router } = renderApp(RESPONSE, { me: null });
  await waitFor(() => expect(router.state.location.href).toBe('/consult-legacy/7?cb=1'));
  expect(exchange).toHaveBeenCalledTimes(1);
  expect(signinSilent).not.toHaveBeenCalled();
});

it.each(['//evil.example/consult-legacy/7', '/error'])('[ROUTE-16] does not return to %s', async (path) => {
  acceptCode(path);
  await startSession();
  const { router } = renderApp(RESPONSE, { me: null });
  await waitFor(() => expect(router.state.location.href).toBe('/consult'));
});

const visitors = [
  ['a signed-out user', () => undefined],
  ['a user with an active session', () => storeUser(userFor('nurse'))],
] as const;
it.each(visitors)(
  '[ROUTE-06] [NAV-01] stays, without navigation, during the code exchange for %s',
  async (_who, prepare) => {
    prepare();
    vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockReturnValue(new Promise(() => undefined));
    await startSession();
    const signedIn = session.getState() !== null;
    const { router, queryClient } = renderApp(RESPONSE, { me: null });
    expect(await screen.findByLabelText('Signing you in')).toBeInTheDocument();
    await waitFor(() => expect(queryClient.getQueryData(['me']) !== undefined).toBe(signedIn));
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/oauth2/callback');
  },
);

const visits = [
  ['signed in', () => storeUser(userFor('nurse')), '/consult'],
  ['signed out', () => undefined, '/login?redirect=%2F'],
] as const;
it.each(visits)('[ROUTE-07] redirects to the home page without a response: %s', async (_state, prepare, expected) => {
  window.history.replaceState({}, '', '/oauth2/callback');
  prepare();
  await startSession();
  const { router } = renderApp('/oauth2/callback', { me: null });
  const visited: string[] = [];
  onTestFinished(router.subscribe('onBeforeLoad', ({ toLocation }) => void visited.push(toLocation.pathname)));
  await waitFor(() => expect(router.state.location.href).toBe(expected));
  expect(visited[0]).toBe('/');
});

const providerErrors = [
  ['AADB2C90091: cancelled', null],
  ['AADB2C90118: forgot', /^We have run into an error, please try again\..* AADB2C90118$/],
  ['The account is locked', 'The account is locked'],
] as const;
it.each(providerErrors)(
  '[ERR-13] [ERR-15] [ERR-10] [ERR-11] [ROUTE-09] shows other provider errors, or restarts the sign-in: %s',
  async (description, message) => {
    const providerError = new ErrorResponse({ error: 'access_denied', error_description: description });
    window.history.replaceState({}, '', ERROR_RESPONSE);
    vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(providerError);
    await startSession();
    const { router } = renderApp(ERROR_RESPONSE, { me: null });
    await waitFor(() => expect(router.state.location.pathname).toBe(message === null ? '/login' : '/error'));
    if (message === null) return;
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Oops$/);
  },
);

it('[ERR-14] shows the provider’s error', async () => {
  window.history.replaceState({}, '', ERROR_RESPONSE);
  const providerError = new ErrorResponse({ error: 'access_denied', error_description: 'AADSTS50105: not assigned' });
  vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(providerError);
  await startSession();
  renderApp(ERROR_RESPONSE, { me: null });
  expect(await screen.findByText(/^Seems like we don't have you in our system yet/)).toBeInTheDocument();
});

it('[ERR-11] an unsolicited code does not affect the signed-in user', async () => {
  storeUser(userFor('nurse'));
  vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(new Error('No matching state found'));
  await startSession();
  const { router } = renderApp(RESPONSE, { me: null });
  await waitFor(() => expect(router.state.location.pathname).toBe('/consult'));
});
