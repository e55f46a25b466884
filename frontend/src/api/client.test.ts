import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';

import { configureClient } from './client';
import { getMe } from './generated/sdk.gen';
import { setRuntimeConfig } from './runtime-config';

it.each([
  ['/api', `${window.location.origin}/api/me`],
  ['/wardline/api/', `${window.location.origin}/wardline/api/me`],
  ['https://wardline.example/api', 'https://wardline.example/api/me'],
])('[API-01] sends calls to the base URL of the configuration: %s', async (apiBaseUrl, called) => {
  const asked: string[] = [];
  server.use(
    http.get('*', ({ request }) => {
      asked.push(request.url);
      return HttpResponse.json({});
    }),
  );
  setRuntimeConfig({ ...testConfig, apiBaseUrl });
  configureClient({ onSignedOut: () => undefined, onForbidden: () => undefined });
  await getMe();
  expect(asked).toEqual([called]);
});
