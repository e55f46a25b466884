import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { connection } from '@/api/socket';
import { needsLogoutPrompt } from '@/features/on-call/logout-dialog';
import { startSession } from '@/session/session';
import { session, sessionEnded } from '@/session/state';
import { registerDirtyForm } from '@/drafts/dirty-forms';
import { testConfig } from '@/testing/config';
import { connectLive, serveLive, untilConnected } from '@/testing/live-server';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { discovery, signInForTest, userFor } from '@/testing/session';
import { makeLine } from '@/testing/worklist';

const FORBIDDEN = 'You are not authorized to enter this route.';
const NO_PROVIDER = /^The sign-in service cannot be reached/;

const nurse = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
const specialist = makeMe({
  isVirtual: true,
  rbacPermissions: permissions('List Consult', 'Give Consult'),
  activeServiceLines: [makeLine(3, 'Tele-Psych')],
});

let release: () => void = () => undefined;

/** Guards the page, as a form with unsaved input does. */
const type = () => {
  release = registerDirtyForm();
};

/** The provider is unreachable. */
const loseProvider = () =>
  vi.spyOn(UserManager.prototype, 'signinRedirect').mockRejectedValue(new Error('No network.'));

const currentPath = (app: ReturnType<typeof renderApp>) => app.router.state.location.href;

beforeEach(async () => {
  setRuntimeConfig(testConfig);
  await startSession();
  server.use(...emptyAnswers);
});

afterEach(() => {
  release();
  sessionEnded.setState(false, true);
});

/** A request from the help page with this response status. */
async function reject(status: number, before: () => void = () => undefined) {
  const app = renderApp('/help', { me: nurse });
  await screen.findByRole('button', { name: /'s profile$/ });
  act(before);
  server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'refused' }, { status })));
  await act(() => app.queryClient.refetchQueries({ queryKey: ['me'] }));
  return app;
}

describe('a request with a 401', () => {
  it('[ERR-01] [BERR-17] [BAPI-30] redirects to the login page if the session is over', async () => {
    const app = renderApp('/consult', { me: nurse });
    await screen.findByRole('heading', { name: 'No Consults' });
    server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'not_signed_in' }, { status: 401 })));
    await act(() => app.queryClient.refetchQueries({ queryKey: ['me'] }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument();
    expect(currentPath(app)).toBe('/login?redirect=%2Fconsult');
    expect(session.getState()).toBeNull();
  });

  it('[ERR-01] [BERR-17] [AUTH-01] keeps a page with unsaved input and offers to sign in again', async () => {
    const app = await reject(401, type);
    expect(await screen.findByText('Your session has ended')).toBeInTheDocument();
    expect(currentPath(app)).toBe('/help');
    expect(session.getState()).not.toBeNull();
    const leave = loseProvider();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(leave).toHaveBeenCalledWith(expect.objectContaining({ state: { returnTo: '/' } }));
    expect(await screen.findByText(NO_PROVIDER)).toBeInTheDocument();
  });
});

describe('a request with a 403', () => {
  it('[ERR-03] redirects to the error page', async () => {
    await reject(403);
    expect(await screen.findByText(FORBIDDEN)).toBeInTheDocument();
  });

  it('[ERR-03] keeps a page with unsaved input, and redirects once it is saved', async () => {
    const app = await reject(403, type);
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    expect(currentPath(app)).toBe('/help');
    act(() => release());
    expect(await screen.findByText(FORBIDDEN)).toBeInTheDocument();
  });

  it('[ERR-03] does not redirect if the user has left the page by then', async () => {
    const app = await reject(403, type);
    server.use(http.get('*/api/me', () => HttpResponse.json(nurse)));
    await act(() => app.router.navigate({ to: '/consult', ignoreBlocker: true }));
    await screen.findByRole('heading', { name: 'No Consults' });
    act(() => release());
    await act(() => Promise.resolve());
    expect(currentPath(app)).toBe('/consult');
  });
});

it('[AUTH-11] explains to a user without an account that they have no access, and lets them log out', async () => {
  const signoutRedirect = vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  const message = 'You do not have an active account here. Please contact the help desk.';
  const app = renderApp('/consult', { me: nurse });
  server.use(
    discovery,
    http.get('*/api/me', () => HttpResponse.json({ code: 'unknown_user', message }, { status: 403 })),
  );
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(connection.getState().status).toBe('off');
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(signoutRedirect).toHaveBeenCalledOnce());
  expect(currentPath(app)).toBe('/login?redirect=%2F');
});

describe('a session that the provider does not renew', () => {
  it('[AUTH-01] [AUTH-04] [BAPI-29] [BAPI-30] [BERR-17] redirects to the provider and returns to the same page', async () => {
    const leave = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    renderApp('/help?cb=1', { me: nurse });
    await screen.findByRole('button', { name: /'s profile$/ });
    act(() => sessionEnded.setState(true, true));
    const request = { state: { returnTo: '/help?cb=1' } };
    await waitFor(() => expect(leave).toHaveBeenCalledWith(expect.objectContaining(request)));
  });

  it('[AUTH-04] reports an unreachable provider', async () => {
    loseProvider();
    renderApp('/help', { me: nurse });
    await screen.findByRole('button', { name: /'s profile$/ });
    act(() => sessionEnded.setState(true, true));
    expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeEnabled();
  });
});

it('[ROUTE-04] reports an unreachable provider to an invited user, and retries', async () => {
  const leave = loseProvider();
  renderApp('/invite?id_token_hint=hint', { me: null });
  expect(await screen.findByText(NO_PROVIDER)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2));
  expect(leave).toHaveBeenLastCalledWith(expect.objectContaining({ id_token_hint: 'hint' }));
});

it('shows another user of the same computer nothing of the previous one', async () => {
  const app = renderApp('/help', { me: nurse });
  await screen.findByRole('button', { name: "Nora Quinn's profile" });
  app.queryClient.setQueryData(['worklist', 'of Nora'], 'patients');
  server.use(http.get('*/api/me', () => HttpResponse.json(makeMe({ id: 2, firstName: 'Ada', lastName: 'Lee' }))));
  act(() => session.setState(userFor('ada'), true));
  expect(app.queryClient.getQueryData(['worklist', 'of Nora'])).toBeUndefined();
});

it('[RT-02] opens the socket at sign-in and closes it at sign-out', async () => {
  const live = serveLive();
  renderApp('/help', { me: null });
  expect(connection.getState().status).toBe('off');
  act(() => signInForTest());
  await act(untilConnected);
  expect(live.tokens).toEqual(['token of nurse']);
  act(() => session.setState(null, true));
  await waitFor(() => expect(live.open()).toBe(0));
  expect(connection.getState().status).toBe('off');
});

it('[CALL-01] shows a check-in from another tab', async () => {
  signInForTest(specialist.username);
  const live = await connectLive();
  renderApp('/help', { me: specialist });
  expect(await screen.findByRole('switch', { name: 'Off Call' })).toBeInTheDocument();
  server.use(http.get('*/api/me', () => HttpResponse.json({ ...specialist, checkedInLineIds: [3] })));
  await live.send('user:updated', { userId: specialist.id });
  expect(await screen.findByRole('switch', { name: 'On Call' })).toBeInTheDocument();
});

describe('logging out', () => {
  const UNSAVED = 'If you log out now your unsaved work will be lost.';
  const mockSignout = () => {
    server.use(discovery);
    return vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  };
  const logOut = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /'s profile$/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  };

  it('[AUTH-02] [CALL-19] [BAPI-29] [NAV-12] does not prompt bedside staff without unsaved input', async () => {
    const signoutRedirect = mockSignout();
    renderApp('/help', { me: nurse });
    await logOut();
    await waitFor(() => expect(signoutRedirect).toHaveBeenCalledTimes(1));
  });

  it('[NAV-12] [DET-26] [BERR-08] prompts before unsaved input is lost', async () => {
    const signoutRedirect = mockSignout();
    renderApp('/help', { me: nurse });
    act(type);
    await logOut();
    const question = await screen.findByRole('dialog', { name: 'Discard Changes?' });
    expect(question).toHaveTextContent(UNSAVED);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(session.getState()).not.toBeNull();
    await logOut();
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(signoutRedirect).toHaveBeenCalledTimes(1));
    expect(session.getState()).toBeNull();
  });

  it('[CALL-18] [CALL-19] [API-02] [BERR-19] [NAV-12] prompts a specialist once for both, and continues even if the check-out fails', async () => {
    const signoutRedirect = mockSignout();
    const checkedOut = vi.fn(() => HttpResponse.json({}, { status: 500 }));
    renderApp('/help', { me: { ...specialist, checkedInLineIds: [3] } });
    server.use(http.post('*/api/checkout', checkedOut));
    act(type);
    await logOut();
    const question = await screen.findByRole('dialog', { name: 'Confirm logout' });
    expect(question).toHaveTextContent(UNSAVED);
    expect(question).toHaveTextContent('You are on call. Logging out will also take you off call');
    await userEvent.click(screen.getByRole('button', { name: 'Stay Signed In' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect([signoutRedirect.mock.calls.length, checkedOut.mock.calls.length]).toEqual([0, 0]);
    expect(session.getState()).not.toBeNull();
    await logOut();
    expect(await screen.findByText(UNSAVED), 'declining lost nothing').toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(signoutRedirect).toHaveBeenCalledTimes(1));
    expect(checkedOut).toHaveBeenCalledTimes(1);
    // After the sign-out there is no token for the check-out.
    const [first] = checkedOut.mock.invocationCallOrder;
    expect(signoutRedirect.mock.invocationCallOrder[0]).toBeGreaterThan(first!);
  });

  it('[CALL-19] prompts a specialist on and off call', () => {
    expect(needsLogoutPrompt(specialist, false)).toBe(true);
    expect(needsLogoutPrompt({ ...specialist, checkedInLineIds: [3] }, false)).toBe(true);
    expect(needsLogoutPrompt(nurse, false)).toBe(false);
  });
});
