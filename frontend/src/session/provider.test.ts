import { expect, it } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';

import { createManager, rememberProvider } from './provider';

/** The client for the configured provider. */
function managerOf(which: string) {
  const issuer = `https://${which}.example`;
  const oidc = { issuer, clientId: `${which}-client`, providerName: `The ${which}`, invitePolicy: null };
  setRuntimeConfig({ ...testConfig, oidc });
  return { issuer, settings: createManager().settings };
}

const { origin } = window.location;

it.each(['first', 'second'])(
  '[AUTH-01] [AUTH-03] [AUTH-06] [AUTH-10] [BAPI-29] signs in with the configured provider and client ID: %s',
  (which) => {
    const { issuer, settings } = managerOf(which);
    expect([settings.authority, settings.client_id]).toEqual([issuer, `${which}-client`]);
    expect(settings.redirect_uri).toBe(`${origin}/oauth2/callback`);
    expect(settings.post_logout_redirect_uri).toBe(`${origin}/login`);
    expect(settings.scope.split(' ').sort()).toEqual(['email', 'openid', 'profile']);
    rememberProvider();
    expect(sessionStorage.getItem('wardline.provider')).toBe(`The ${which}`);
  },
);

it('[AUTH-04] [BAPI-29] renews automatically in a hidden frame, a minute before the token expires', () => {
  const { settings } = managerOf('first');
  expect(settings.silent_redirect_uri).toBe(`${origin}/silent-renew.html`);
  const { automaticSilentRenew, accessTokenExpiringNotificationTimeInSeconds: ahead } = settings;
  expect([automaticSilentRenew, ahead]).toEqual([true, 60]);
});
