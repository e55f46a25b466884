import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';

import { loadRuntimeConfig } from './runtime-config';

it('[AUTH-10] [ROUTE-03] [ROUTE-10] [SIGN-09] [BCONST-02] reads each setting of the installation from its field', async () => {
  const oidc = { ...testConfig.oidc, invitePolicy: 'B2C_1A_invite' };
  const config = { ...testConfig, oidc, idleMinutes: 60, noteIdleMinutes: 3, faxes: false };
  server.use(http.get('*/config.json', () => HttpResponse.json(config)));
  expect(await loadRuntimeConfig()).toEqual(config);
});

it('[API-01] [AUTH-05] reads the base URL, and that the provider has no sign-up policy', async () => {
  const config = {
    ...testConfig,
    apiBaseUrl: 'https://wardline.example/api',
    oidc: { ...testConfig.oidc, invitePolicy: null },
  };
  server.use(http.get('*/config.json', () => HttpResponse.json(config)));
  expect(await loadRuntimeConfig()).toEqual(config);
});
