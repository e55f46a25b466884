import { ErrorResponse, User, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { access } from '@/api/access';
import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';
import { storeUser, userFor } from '@/testing/session';

import { endSession, startSession } from './session';
import { providerAway, session, sessionEnded } from './state';

const LONG = 3600;

const refused = new ErrorResponse({ error: 'login_required' });

const lasting = (seconds: number, token = 'stored') => userFor('nurse', { seconds, token });

/** What the provider says to each silent renewal in turn, the last one for good. */
function answer(...answers: (User | Error | null)[]) {
  const silently = vi.spyOn(UserManager.prototype, 'signinSilent');
  silently.mockImplementation(async function (this: UserManager) {
    const said = answers[Math.min(silently.mock.calls.length, answers.length) - 1];
    if (said === null) return null;
    if (!(said instanceof User)) throw said ?? new Error('Nothing was to be asked.');
    await this.storeUser(said);
    await this.events.load(said);
    return said;
  });
  return silently;
}

const token = () => access().token();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  setRuntimeConfig(testConfig);
});

afterEach(async () => {
  await endSession();
  window.history.replaceState({}, '', '/');
  vi.useRealTimers();
});

describe('starting with what the tab still has', () => {
  it('[AUTH-04] asks nobody while the token is good', async () => {
    storeUser(lasting(LONG));
    const silently = answer(lasting(LONG, 'new'));
    await startSession();
    expect(token()).toBe('stored');
    expect(silently).not.toHaveBeenCalled();
  });

  it('[AUTH-04] [BAPI-29] renews an ended token before anything is shown', async () => {
    storeUser(lasting(-LONG));
    answer(lasting(LONG, 'new'));
    await startSession();
    expect(token()).toBe('new');
  });

  it.each([refused, null])(
    '[AUTH-04] [BAPI-30] [BERR-17] signs out whom the provider does not vouch for again: %s',
    async (said) => {
      storeUser(lasting(-LONG));
      answer(said);
      await startSession();
      expect([session.getState(), sessionEnded.getState(), sessionStorage.length]).toEqual([null, false, 0]);
    },
  );

  it.each([new Error('Failed to fetch'), new ErrorResponse({ error: 'temporarily_unavailable' })])(
    '[AUTH-04] keeps the user while the provider cannot be asked (%s), and asks until it answers',
    async (failure) => {
      storeUser(lasting(-LONG));
      answer(failure, failure, lasting(LONG, 'new'));
      const started = startSession();
      await vi.advanceTimersByTimeAsync(15_000);
      expect([token(), providerAway.getState()]).toEqual(['stored', true]);
      await vi.advanceTimersByTimeAsync(10_000);
      await started;
      expect([token(), providerAway.getState()]).toEqual(['new', false]);
    },
  );

  it('leaves an ended token alone where the answer to signing in anew has arrived', async () => {
    storeUser(lasting(-LONG));
    const silently = answer(lasting(LONG, 'new'));
    window.history.replaceState({}, '', '/oauth2/callback?code=x&state=y');
    await startSession();
    expect(session.getState()).toBeNull();
    expect(silently).not.toHaveBeenCalled();
  });
});

describe('a token that ends while the page is open', () => {
  it('[AUTH-04] [BAPI-30] [BERR-17] says so when the provider wants to see the user, and keeps the user until then', async () => {
    storeUser(lasting(1));
    answer(refused);
    await startSession();
    await vi.advanceTimersByTimeAsync(3_000);
    expect([token(), sessionEnded.getState()]).toEqual(['stored', true]);
  });

  it('[AUTH-04] is renewed as soon as the provider can be asked', async () => {
    storeUser(lasting(1));
    answer(new Error('Failed to fetch'), new Error('Failed to fetch'), lasting(LONG, 'new'));
    await startSession();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([token(), sessionEnded.getState(), providerAway.getState()]).toEqual(['new', false, false]);
  });

  it('[AUTH-04] is renewed once for all who ask', async () => {
    storeUser(lasting(LONG));
    const silently = answer(lasting(LONG, 'new'));
    await startSession();
    expect(await Promise.all([access().renew(), access().renew()])).toEqual(['renewed', 'renewed']);
    expect(silently).toHaveBeenCalledTimes(1);
  });

  it('[AUTH-04] is renewed first for a socket that would not last', async () => {
    storeUser(lasting(20));
    answer(lasting(LONG, 'new'));
    await startSession();
    expect(await access().freshToken()).toBe('new');
  });

  it('[AUTH-04] that the server no longer takes is renewed in the background while the provider cannot be asked', async () => {
    storeUser(lasting(LONG));
    answer(new Error('Failed to fetch'), lasting(LONG, 'new'));
    await startSession();
    expect(await access().renew()).toBe('failed');
    expect([token(), sessionEnded.getState()]).toEqual(['stored', false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(token()).toBe('new');
  });
});
