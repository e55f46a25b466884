import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

import { configureClient } from './client';
import { getMe } from './generated/sdk/people.gen';
import { setRuntimeConfig } from './runtime-config';

const SCRIPT = readFileSync('public/early.js', 'utf8');

let requested: (string | null)[];

/** Stores the provider's user in the tab, and runs the page's first script. */
function openPage(stored: object | string) {
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored);
  sessionStorage.setItem('oidc.user:https://login.test:wardline-web', text);
  runInThisContext(SCRIPT);
}

const inMinutes = (minutes: number) => Math.round(Date.now() / 1_000) + minutes * 60;

beforeEach(() => {
  delete window.earlyResponse;
  sessionStorage.clear();
  requested = [];
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: vi.fn(), onStepUp: () => undefined, onForbidden: vi.fn() });
  signInForTest('nurse');
  server.use(
    http.get('*/api/me', ({ request }) => {
      requested.push(request.headers.get('Authorization'));
      return HttpResponse.json({ id: requested.length });
    }),
  );
});

it('uses the response to the request that the page sent, once', async () => {
  openPage({ access_token: 'token of nurse', expires_at: inMinutes(5) });
  expect(await getMe()).toEqual({ id: 1 });
  expect(requested).toEqual(['Bearer token of nurse']);
  expect(await getMe()).toEqual({ id: 2 });
});

it('[ERR-04] sends the request again if the early one failed', async () => {
  server.use(http.get('*/api/me', () => HttpResponse.error(), { once: true }));
  openPage({ access_token: 'token of nurse', expires_at: inMinutes(5) });
  expect(await getMe()).toEqual({ id: 1 });
});

it('never shows the response for another token', async () => {
  openPage({ access_token: 'token of someone else', expires_at: inMinutes(5) });
  expect(await getMe()).not.toEqual({ id: requested.indexOf('Bearer token of someone else') + 1 });
  expect(requested).toContain('Bearer token of nurse');
});

it.each([
  ['an expired token', { access_token: 'token of nurse', expires_at: inMinutes(-1) }],
  ['no token', {}],
  ['something else', 'not JSON'],
])('sends nothing early with %s', async (_what, stored) => {
  openPage(stored);
  expect(window.earlyResponse).toBeUndefined();
  expect(await getMe()).toEqual({ id: 1 });
});

it('gives up a request of which only the beginning arrives', async () => {
  openPage({ access_token: 'token of nurse', expires_at: inMinutes(5) });
  await window.earlyResponse?.response;
  Object.assign(window.earlyResponse ?? {}, { response: Promise.resolve(new Response(new ReadableStream())) });
  await getMe({ meta: { timeout: 500 } });
  expect(requested.length).toBeGreaterThan(1);
});
