import { http, HttpResponse } from 'msw';
import { User } from 'oidc-client-ts';

import { setAccess } from '@/api/access';
import { acceptSessionEnd } from '@/session/session';
import { session } from '@/session/state';

import { testConfig } from './config';

/** The provider can be reached. */
export const discovery = http.get(`${testConfig.oidc.issuer}/.well-known/openid-configuration`, () =>
  HttpResponse.json({ issuer: testConfig.oidc.issuer }),
);

interface UserOptions {
  /** How long the token lasts from now on. */
  seconds?: number;
  token?: string;
  /** The state that the provider passes back. */
  state?: unknown;
}

/** A user whom the provider has signed in. */
export function userFor(subject: string, { seconds = 3600, token = `token of ${subject}`, state }: UserOptions = {}) {
  return new User({
    access_token: token,
    token_type: 'Bearer',
    profile: { sub: subject, iss: testConfig.oidc.issuer, aud: testConfig.oidc.clientId, exp: 0, iat: 0 },
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    userState: state,
  });
}

/** Stores a session where `startSession` looks for it, active just now. */
export function storeUser(user: User) {
  localStorage.setItem(`wardline.active.${user.profile.sub}`, String(Date.now()));
  const { issuer, clientId } = testConfig.oidc;
  sessionStorage.setItem(`oidc.user:${issuer}:${clientId}`, user.toStorageString());
}

/** Signs someone in without a provider. */
export function signInForTest(subject = 'nurse') {
  session.setState(userFor(subject), true);
  setAccess({
    token: () => session.getState()?.access_token ?? null,
    freshToken: () => Promise.resolve(session.getState()?.access_token ?? null),
    renew: () => Promise.resolve('refused'),
    acceptSessionEnd: () => void acceptSessionEnd(),
  });
}
