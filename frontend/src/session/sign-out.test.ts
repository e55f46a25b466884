import { http, HttpResponse } from 'msw';
import { State, type User, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { access } from '@/api/access';
import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { discovery, storeUser, userFor } from '@/testing/session';

import { createManager } from './provider';
import { endSession, startSession } from './session';
import { signIn } from './sign-in';
import { howItEnded, signOut } from './sign-out';
import { session } from './state';

const LONG = 3600;

const lasting = (seconds: number, token = 'stored') => userFor('nurse', { seconds, token });
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

it('[WIZ-43] another tab that signed out ends the session here and takes what the wizard stored, not what is locked away', async () => {
  storeUser(lasting(LONG));
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
  expect(howItEnded()).toEqual({ subject: 'nurse', ending: 'elsewhere', lost: false });
});

it('[AUTH-02] [AUTH-06] a logout goes to the provider, whose name this tab forgets', async () => {
  vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
  await startSession();
  await signIn({ returnTo: '/consult/7' });
  expect(sessionStorage.getItem('wardline.provider')).toBe('Test sign-in');
  expect(localStorage.getItem('wardline.provider')).toBeNull();
  storeUser(Object.assign(lasting(LONG), { id_token: 'who this was' }));
  await startSession();
  const told = vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  window.history.replaceState({}, '', '/consult/7');
  const left = signOut();
  await vi.advanceTimersByTimeAsync(100);
  await left;
  expect(told.mock.calls).toEqual([[{ state: { returnTo: '/' }, id_token_hint: 'who this was' }]]);
  expect(createManager().settings.post_logout_redirect_uri).toBe(`${window.location.origin}/login`);
  expect([token(), Object.keys(sessionStorage)]).toEqual([null, []]);
});

describe('a computer that nobody uses', () => {
  const IDLE = 15 * 60_000;

  /** What the tab says to the provider at a sign-out. */
  const farewell = () => vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();

  /** Answers of the network need a timer. */
  const leaveIdle = async () => {
    const left = signOut('idle');
    await vi.advanceTimersByTimeAsync(100);
    await left;
  };

  it('[AUTH-02] [WIZ-43] signs its user out, also at the provider, and clears what the wizard stored', async () => {
    storeUser(lasting(LONG));
    const told = farewell();
    await startSession();
    sessionStorage.setItem('wardline.personal.request-wizard', 'a patient');
    window.history.replaceState({}, '', '/consult/7?view=timeline');
    await vi.advanceTimersByTimeAsync(IDLE - 1);
    expect(token()).toBe('stored');
    await vi.advanceTimersByTimeAsync(1);
    expect([token(), howItEnded()?.ending]).toEqual([null, 'idle']);
    expect(sessionStorage.getItem('wardline.personal.request-wizard')).toBeNull();
    await vi.waitFor(() =>
      expect(told).toHaveBeenCalledWith(expect.objectContaining({ state: { returnTo: '/consult/7?view=timeline' } })),
    );
  });

  it.each(['overdue', 'ended by another tab'])(
    'shows nothing of a session that is %s when the tab starts again',
    async (how) => {
      storeUser(lasting(LONG));
      localStorage.setItem('wardline.active.nurse', how === 'overdue' ? String(Date.now() - IDLE) : 'idle');
      const told = farewell();
      const shown = vi.fn();
      const stop = session.subscribe(shown);
      await startSession();
      stop();
      expect(shown).not.toHaveBeenCalled();
      expect([howItEnded()?.subject, told.mock.calls.length]).toEqual(['nurse', how === 'overdue' ? 1 : 0]);
      expect(Object.keys(sessionStorage)).toEqual(['wardline.signed-out']);
    },
  );

  it('stays at our own page while the provider is out of reach, and has the next person prove who they are', async () => {
    server.use(http.get('http://identity.test/*', () => HttpResponse.error()));
    storeUser(lasting(LONG));
    const told = farewell();
    const asked = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    await startSession();
    await leaveIdle();
    expect(told).not.toHaveBeenCalled();
    await signIn({ returnTo: '/' });
    expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ prompt: 'login' }));
  });

  it('does not call back whoever presses Login while the provider is still asked whether it is there', async () => {
    storeUser(lasting(LONG));
    const told = farewell();
    const asked = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    await startSession();
    const left = signOut('idle');
    await vi.waitFor(() => expect(session.getState()).toBeNull());
    await signIn({ returnTo: '/' });
    await vi.advanceTimersByTimeAsync(100);
    await left;
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ prompt: 'login' }));
    expect(told).not.toHaveBeenCalled();
  });

  it('[AUTH-02] asks the next person as always once the provider has ended its session', async () => {
    storeUser(lasting(LONG));
    const told = farewell();
    const asked = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
    await startSession();
    await leaveIdle();
    expect(told).toHaveBeenCalledOnce();
    const state = new State({ data: { returnTo: '/consult/7' } });
    sessionStorage.setItem(`oidc.${state.id}`, state.toStorageString());
    window.history.replaceState({}, '', `/login?state=${state.id}`);
    await startSession();
    expect(`${window.location.pathname}${window.location.search}`).toBe('/login?redirect=%2Fconsult%2F7');
    await signIn({ returnTo: '/' });
    expect(asked.mock.lastCall?.[0]).not.toHaveProperty('prompt');
  });

  it('is not signed in again by a renewal that was under way', async () => {
    storeUser(lasting(LONG));
    farewell();
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
    await leaveIdle();
    renewed(lasting(LONG, 'new'));
    await renewal;
    expect([token(), Object.keys(sessionStorage)]).toEqual([null, ['wardline.signed-out']]);
  });

  it('[ERR-01] keeps what the wizard stored for fifteen minutes when a session merely ends', async () => {
    storeUser(lasting(LONG));
    await startSession();
    sessionStorage.setItem('wardline.personal.request-wizard', 'a patient');
    await endSession();
    await vi.advanceTimersByTimeAsync(IDLE - 10_000);
    expect(sessionStorage.getItem('wardline.personal.request-wizard')).toBe('a patient');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});
