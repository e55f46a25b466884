import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { configureClient } from '@/api/client';
import { setRuntimeConfig } from '@/api/runtime-config';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

import { canSaveDrafts, closeDrafts, openDrafts } from './draft-storage';

it('[ERR-01] discards a key that arrives after the sign-out, and requests a new one for the next user', async () => {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
  signInForTest();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const serveKey = (character: string, when?: Promise<void>) =>
    server.use(
      http.get('*/api/me/safekeeping-key', async () => {
        await when;
        return HttpResponse.json({ key: btoa(character.repeat(32)) });
      }),
    );
  serveKey('a', released);
  const late = openDrafts('nurse');
  closeDrafts();
  serveKey('b');
  const next = openDrafts('psych');
  release();
  await Promise.all([late, next]);
  expect([canSaveDrafts('nurse'), canSaveDrafts('psych')]).toEqual([false, true]);
});
