import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { configureClient } from '@/api/client';
import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

import { canSaveDrafts, closeDrafts, openDrafts } from './draft-storage';

it('[ERR-01] opens nothing with a key that arrives after the sign-out, and asks anew for whoever comes next', async () => {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onForbidden: () => undefined });
  signInForTest();
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const tellKey = (sign: string, when?: Promise<void>) =>
    server.use(
      http.get('*/api/me/safekeeping-key', async () => {
        await when;
        return HttpResponse.json({ key: btoa(sign.repeat(32)) });
      }),
    );
  tellKey('a', arrival);
  const late = openDrafts('nurse');
  closeDrafts();
  tellKey('b');
  const next = openDrafts('psych');
  arrive();
  await Promise.all([late, next]);
  expect([canSaveDrafts('nurse'), canSaveDrafts('psych')]).toEqual([false, true]);
});
