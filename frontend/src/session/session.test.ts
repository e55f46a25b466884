import { ErrorResponse, User, UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { access } from '@/api/access';
import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';
import { storeUser, userFor } from '@/testing/session';

import { endSession, startSession } from './session';
import { providerUnreachable, session, sessionEnded } from './state';

const LONG = 3600;

const refused = new ErrorResponse({ error: 'login_required' });

const userValidFor = (seconds: number, token = 'stored') => userFor('nurse', { seconds, token });

/** The provider's responses to successive silent renewals; the last one repeats. */
function mockRenewals(...responses: (User | Error | null)[]) {
  const signinSilent = vi.spyOn(UserManager.prototype, 'signinSilent');
  signinSilent.mockImplementation(async function (this: UserManager) {
    const response = responses[Math.min(signinSilent.mock.calls.length, responses.length) - 1];
    if (response === null) return null;
    if (!(response instanceof User)) throw response ?? new Error('Unexpected renewal.');
    await this.storeUser(response);
    await this.events.load(response);
    return response;
  });
  return signinSilent;
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

describe('starting with the stored session', () => {
  it('[AUTH-04] does not renew a valid token', async () => {
    storeUser(userValidFor(LONG));
    const signinSilent = mockRenewals(userValidFor(LONG, 'new'));
    await startSession();
    expect(token()).toBe('stored');
    expect(signinSilent).not.toHaveBeenCalled();
  });

  it('[AUTH-04] [BAPI-29] renews an expired token before anything is shown', async () => {
    storeUser(userValidFor(-LONG));
    mockRenewals(userValidFor(LONG, 'new'));
    await startSession();
    expect(token()).toBe('new');
  });

  it.each([refused, null])(
    '[AUTH-04] [BAPI-30] [BERR-17] signs the user out if the provider refuses the renewal: %s',
    async (response) => {
      storeUser(userValidFor(-LONG));
      mockRenewals(response);
      await startSession();
      expect([session.getState(), sessionEnded.getState(), sessionStorage.length]).toEqual([null, false, 0]);
    },
  );

  it.each([new Error('Failed to fetch'), new ErrorResponse({ error: 'temporarily_unavailable' })])(
    '[AUTH-04] keeps the user while the provider is unreachable (%s), and retries until it responds',
    async (failure) => {
      storeUser(userValidFor(-LONG));
      mockRenewals(failure, failure, userValidFor(LONG, 'new'));
      const started = startSession();
      await vi.advanceTimersByTimeAsync(15_000);
      expect([token(), providerUnreachable.getState()]).toEqual(['stored', true]);
      await vi.advanceTimersByTimeAsync(10_000);
      await started;
      expect([token(), providerUnreachable.getState()]).toEqual(['new', false]);
    },
  );

  it('does not renew an expired token if the response to a new sign-in has arrived', async () => {
    storeUser(userValidFor(-LONG));
    const signinSilent = mockRenewals(userValidFor(LONG, 'new'));
    window.history.replaceState({}, '', '/oauth2/callback?code=x&state=y');
    await startSession();
    expect(session.getState()).toBeNull();
    expect(signinSilent).not.toHaveBeenCalled();
  });
});

describe('a token that expires while the page is open', () => {
  it("[AUTH-04] [BAPI-30] [BERR-17] reports when the provider requires an interactive sign-in, without dropping the user's session", async () => {
    storeUser(userValidFor(1));
    mockRenewals(refused);
    await startSession();
    await vi.advanceTimersByTimeAsync(3_000);
    expect([token(), sessionEnded.getState()]).toEqual(['stored', true]);
  });

  it('[AUTH-04] is renewed as soon as the provider is reachable', async () => {
    storeUser(userValidFor(1));
    mockRenewals(new Error('Failed to fetch'), new Error('Failed to fetch'), userValidFor(LONG, 'new'));
    await startSession();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([token(), sessionEnded.getState(), providerUnreachable.getState()]).toEqual(['new', false, false]);
  });

  it('[AUTH-04] is renewed once for concurrent callers', async () => {
    storeUser(userValidFor(LONG));
    const signinSilent = mockRenewals(userValidFor(LONG, 'new'));
    await startSession();
    expect(await Promise.all([access().renew(), access().renew()])).toEqual(['renewed', 'renewed']);
    expect(signinSilent).toHaveBeenCalledTimes(1);
  });

  it('[AUTH-04] is renewed first if it would expire soon after a socket opens', async () => {
    storeUser(userValidFor(20));
    mockRenewals(userValidFor(LONG, 'new'));
    await startSession();
    expect(await access().freshToken()).toBe('new');
  });

  it('[AUTH-04] if the server rejects it, is renewed in the background while the provider is unreachable', async () => {
    storeUser(userValidFor(LONG));
    mockRenewals(new Error('Failed to fetch'), userValidFor(LONG, 'new'));
    await startSession();
    expect(await access().renew()).toBe('failed');
    expect([token(), sessionEnded.getState()]).toEqual(['stored', false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(token()).toBe('new');
  });
});
