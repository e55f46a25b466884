import { http, HttpResponse } from 'msw';
import { State, type User, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { access } from '@/api/access';
import { configureClient } from '@/api/client';
import { setRuntimeConfig } from '@/api/runtime-config';
import { registerDirtyForm } from '@/drafts/dirty-forms';
import { isDraftKey, openDrafts } from '@/drafts/draft-storage';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { discovery, storeUser, userFor } from '@/testing/session';

import { createManager } from './provider';
import { endSession, startSession } from './session';
import { signIn } from './sign-in';
import { clearTab, lastSessionEnd, signOut } from './sign-out';
import { session } from './state';

const LONG = 3600;

const userValidFor = (seconds: number, token = 'stored') => userFor('nurse', { seconds, token });
const token = () => access().token();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  setRuntimeConfig(testConfig);
  server.use(discovery);
});

afterEach(async () => {
  await endSession();
  window.history.replaceState({}, '', '/');
  vi.useRealTimers();
});

it('[WIZ-43] a sign-out in another tab ends the session here and clears the wizard’s data, but not encrypted drafts', async () => {
  storeUser(userValidFor(LONG));
  await startSession();
  sessionStorage.setItem('wardline.personal.draft', 'typed');
  const locked = { until: Date.now() + 60_000, iv: 'unread', text: 'unread' };
  for (const subject of ['nurse', 'psych'])
    sessionStorage.setItem(`wardline.locked.of-${subject}`, JSON.stringify({ subject, ...locked }));
  localStorage.setItem('wardline.active.nurse', 'chosen');
  window.dispatchEvent(new StorageEvent('storage'));
  expect(session.getState()).toBeNull();
  expect(Object.keys(sessionStorage).sort()).toEqual([
    'wardline.locked.of-nurse',
    'wardline.locked.of-psych',
    'wardline.signed-out',
  ]);
  expect(lastSessionEnd()).toEqual({ subject: 'nurse', ending: 'elsewhere', lost: false });
});

it('[AUTH-02] [AUTH-06] a logout redirects to the provider and clears its state from this tab', async () => {
  vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
  await startSession();
  await signIn({ returnTo: '/consult/7' });
  expect(sessionStorage.getItem('wardline.provider')).toBe('Test sign-in');
  expect(localStorage.getItem('wardline.provider')).toBeNull();
  storeUser(Object.assign(userValidFor(LONG), { id_token: 'id token of the nurse' }));
  await startSession();
  const signOutRedirect = vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  window.history.replaceState({}, '', '/consult/7');
  const pending = signOut();
  await vi.advanceTimersByTimeAsync(100);
  await pending;
  expect(signOutRedirect.mock.calls).toEqual([[{ state: { returnTo: '/' }, id_token_hint: 'id token of the nurse' }]]);
  expect(createManager().settings.post_logout_redirect_uri).toBe(`${window.location.origin}/login`);
  expect([token(), Object.keys(sessionStorage)]).toEqual([null, []]);
});

it('[ERR-01] saves drafts even if the provider’s library cannot remove its user', async () => {
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
  storeUser(userValidFor(LONG));
  await startSession();
  const opened = openDrafts('nurse');
  await vi.advanceTimersByTimeAsync(100);
  await opened;
  onTestFinished(registerDirtyForm({ drafts: () => [{ key: 'feedback', values: { feedback: 'Slow' } }] }));
  vi.spyOn(UserManager.prototype, 'removeUser').mockRejectedValueOnce(new Error('No storage.'));
  await clearTab(userValidFor(LONG), 'idle');
  expect(Object.keys(sessionStorage).filter(isDraftKey)).toHaveLength(1);
  expect(lastSessionEnd()?.lost).toBe(false);
});

/** From now on, the tab's storage has no room for a draft. */
function fillStorageForDrafts() {
  // oxlint-disable-next-line typescript/unbound-method -- called with its storage below
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (isDraftKey(key)) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
}

describe('an idle computer', () => {
  const IDLE = 15 * 60_000;

  /** The redirect to the provider at a sign-out. */
  const spyOnSignOut = () => vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();

  /** Mocked responses need a timer to run. */
  const signOutIdle = async () => {
    const pending = signOut('idle');
    await vi.advanceTimersByTimeAsync(100);
    await pending;
  };

  it('[AUTH-02] [WIZ-43] signs out its user, including with the identity provider, and clears the wizard’s data', async () => {
    storeUser(userValidFor(LONG));
    const signOutRedirect = spyOnSignOut();
    await startSession();
    sessionStorage.setItem('wardline.personal.request-wizard', 'a patient');
    window.history.replaceState({}, '', '/consult/7?view=timeline');
    await vi.advanceTimersByTimeAsync(IDLE - 1);
    expect(token()).toBe('stored');
    await vi.advanceTimersByTimeAsync(1);
    expect([token(), lastSessionEnd()?.ending]).toEqual([null, 'idle']);
    expect(sessionStorage.getItem('wardline.personal.request-wizard')).toBeNull();
    await vi.waitFor(() =>
      expect(signOutRedirect).toHaveBeenCalledWith(
        expect.objectContaining({ state: { returnTo: '/consult/7?view=timeline' } }),
      ),
    );
  });

  it.each(['overdue', 'ended by another tab'])(
    'shows no data of a session that is %s when the tab starts again',
    async (how) => {
      storeUser(userValidFor(LONG));
      localStorage.setItem('wardline.active.nurse', how === 'overdue' ? String(Date.now() - IDLE) : 'idle');
      const signOutRedirect = spyOnSignOut();
      const shown = vi.fn();
      const unsubscribe = session.subscribe(shown);
      const started = startSession();
      await vi.advanceTimersByTimeAsync(100);
      await started;
      unsubscribe();
      expect(shown).not.toHaveBeenCalled();
      expect([lastSessionEnd()?.subject, signOutRedirect.mock.calls.length]).toEqual([
        'nurse',
        how === 'overdue' ? 1 : 0,
      ]);
      expect(Object.keys(sessionStorage)).toEqual(['wardline.signed-out']);
    },
  );

  it('stays on our own page while the provider is unreachable, and makes the next user enter credentials', async () => {
    server.use(http.get('http://identity.test/*', () => HttpResponse.error()));
    storeUser(userValidFor(LONG));
    const signOutRedirect = spyOnSignOut();
    const signInRedirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    await startSession();
    await signOutIdle();
    expect(signOutRedirect).not.toHaveBeenCalled();
    await signIn({ returnTo: '/' });
    expect(signInRedirect).toHaveBeenLastCalledWith(expect.objectContaining({ prompt: 'login' }));
  });

  it.each([
    { what: 'its drafts cannot be stored', lost: true },
    { what: 'the provider’s library cannot remove its user', lost: false },
  ])('ends the session with the identity provider even if $what', async ({ lost }) => {
    configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
    storeUser(userValidFor(LONG));
    const signOutRedirect = spyOnSignOut();
    await startSession();
    const opened = openDrafts('nurse');
    await vi.advanceTimersByTimeAsync(100);
    await opened;
    onTestFinished(registerDirtyForm({ drafts: () => [{ key: 'feedback', values: { feedback: 'Slow' } }] }));
    if (lost) fillStorageForDrafts();
    else vi.spyOn(UserManager.prototype, 'removeUser').mockRejectedValueOnce(new Error('No storage.'));
    await signOutIdle();
    expect(signOutRedirect).toHaveBeenCalledOnce();
    expect(lastSessionEnd()).toEqual({ subject: 'nurse', ending: 'idle', lost });
  });

  it('does not interrupt a user who presses Login while the provider is still being checked', async () => {
    storeUser(userValidFor(LONG));
    const signOutRedirect = spyOnSignOut();
    const signInRedirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    await startSession();
    const pending = signOut('idle');
    await vi.waitFor(() => expect(session.getState()).toBeNull());
    await signIn({ returnTo: '/' });
    await vi.advanceTimersByTimeAsync(100);
    await pending;
    expect(signInRedirect).toHaveBeenCalledWith(expect.objectContaining({ prompt: 'login' }));
    expect(signOutRedirect).not.toHaveBeenCalled();
  });

  it('[AUTH-02] lets the next user sign in normally once the provider has ended its session', async () => {
    storeUser(userValidFor(LONG));
    const signOutRedirect = spyOnSignOut();
    const signInRedirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    await startSession();
    await signOutIdle();
    expect(signOutRedirect).toHaveBeenCalledOnce();
    const state = new State({ data: { returnTo: '/consult/7' } });
    sessionStorage.setItem(`oidc.${state.id}`, state.toStorageString());
    window.history.replaceState({}, '', `/login?state=${state.id}`);
    await startSession();
    expect(`${window.location.pathname}${window.location.search}`).toBe('/login?redirect=%2Fconsult%2F7');
    await signIn({ returnTo: '/' });
    expect(signInRedirect.mock.lastCall?.[0]).not.toHaveProperty('prompt');
  });

  it('is not signed in again by a renewal that was in flight', async () => {
    storeUser(userValidFor(LONG));
    spyOnSignOut();
    let renewed: (user: User) => void = () => undefined;
    vi.spyOn(UserManager.prototype, 'signinSilent').mockImplementation(async function (this: UserManager) {
      const user = await new Promise<User>((resolve) => {
        renewed = resolve;
      });
      await this.storeUser(user);
      await this.events.load(user);
      return user;
    });
    await startSession();
    const renewal = access().renew();
    await signOutIdle();
    renewed(userValidFor(LONG, 'new'));
    await renewal;
    expect([token(), Object.keys(sessionStorage)]).toEqual([null, ['wardline.signed-out']]);
  });

  it('[ERR-01] keeps the wizard’s data for fifteen minutes if the session only expires', async () => {
    storeUser(userValidFor(LONG));
    await startSession();
    sessionStorage.setItem('wardline.personal.request-wizard', 'a patient');
    await endSession();
    await vi.advanceTimersByTimeAsync(IDLE - 10_000);
    expect(sessionStorage.getItem('wardline.personal.request-wizard')).toBe('a patient');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});
