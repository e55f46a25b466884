import { expect, it } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';

import { createManager, rememberProvider } from './provider';

it.each(['first', 'second'])(
  '[AUTH-03] [AUTH-04] [AUTH-06] [AUTH-10] [BAPI-29] signs in at the provider and as the client that the configuration names: %s',
  (which) => {
    const issuer = `https://${which}.example`;
    setRuntimeConfig({
      ...testConfig,
      oidc: { issuer, clientId: `${which}-client`, providerName: `The ${which}`, invitePolicy: null },
    });
    const { settings } = createManager();
    expect([settings.authority, settings.client_id]).toEqual([issuer, `${which}-client`]);
    const { origin } = window.location;
    expect(settings.redirect_uri).toBe(`${origin}/oauth2/callback`);
    expect(settings.silent_redirect_uri).toBe(`${origin}/silent-renew.html`);
    expect(settings.post_logout_redirect_uri).toBe(`${origin}/login`);
    expect(settings.scope.split(' ').sort()).toEqual(['email', 'openid', 'profile']);
    const { automaticSilentRenew, accessTokenExpiringNotificationTimeInSeconds: ahead } = settings;
    expect([automaticSilentRenew, ahead]).toEqual([true, 60]);
    rememberProvider();
    expect(sessionStorage.getItem('wardline.provider')).toBe(`The ${which}`);
  },
);
