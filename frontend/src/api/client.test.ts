import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import * as toasts from '@/shared/ui/toasts';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';

import { access, setAccess } from './access';
import { configureClient } from './client';
import { client } from './generated/client.gen';
import { getMe } from './generated/sdk/people.gen';
import { setRuntimeConfig } from './runtime-config';
import { type CallPolicy, NO_RESPONSE } from './transport';

const addresses = [
  ['/api', 'http://localhost:3000/api/me'],
  ['/wardline/api/', 'http://localhost:3000/wardline/api/me'],
  ['https://wardline.example/api', 'https://wardline.example/api/me'],
] as const;

it.each(addresses)('[API-01] [BAPI-32] sends requests to the configured base URL: %s', async (apiBaseUrl, called) => {
  const requested: string[] = [];
  server.use(
    http.get('*', ({ request }) => {
      requested.push(request.url);
      return HttpResponse.json({});
    }),
  );
  setRuntimeConfig({ ...testConfig, apiBaseUrl });
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
  await getMe();
  expect(requested).toEqual([called]);
});

describe('reactions to a rejected call', () => {
  const reactions = { onSignedOut: vi.fn(), onStepUp: vi.fn(), onForbidden: vi.fn() };

  /** Sends a request with this policy to a server that responds with this status, or not at all (0); returns the reactions. */
  async function reactionsTo(status: number, { path = '*', meta = {} }: { path?: string; meta?: CallPolicy } = {}) {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const respond = () => (status === 0 ? HttpResponse.error() : HttpResponse.json({ code: 'refused' }, { status }));
    server.use(http.all(path, respond));
    const toast = vi.spyOn(toasts, 'toastDanger').mockImplementation(() => undefined);
    const seen = { signedOut: reactions.onSignedOut, forbidden: reactions.onForbidden, toast, warned };
    for (const spy of Object.values(seen)) spy.mockClear();
    setRuntimeConfig(testConfig);
    configureClient(reactions);
    const call = { url: path === '*' ? '/api/me' : path.slice(1), meta: { retries: 0, ...meta } };
    await client.get(call).catch(() => undefined);
    return Object.entries(seen).flatMap(([name, { mock }]) => (mock.calls.length > 0 ? [name] : []));
  }

  it.each([
    ['[ERR-01]', 401, ['signedOut']],
    ['[ERR-03]', 403, ['forbidden']],
    ['[ERR-05]', 404, ['toast']],
    ['[ERR-04] [ERR-05]', 409, ['toast']],
    ['[ERR-05]', 500, ['toast']],
    ['[ERR-05]', 0, ['toast']],
  ])('%s [BAPI-32] %i: %j', async (_row, status, expected) => {
    expect(await reactionsTo(status)).toEqual(expected);
  });

  it('keeps the session of an operation that asks for a fresh sign-in, which a renewal is not', async () => {
    let calls = 0;
    const challenge = { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age="300"' };
    server.use(
      http.all('*', () => {
        calls += 1;
        return HttpResponse.json({ code: 'step_up_required', maxAge: 300 }, { status: 401, headers: challenge });
      }),
    );
    setRuntimeConfig(testConfig);
    configureClient(reactions);
    reactions.onSignedOut.mockClear();
    const renew = vi.fn(() => Promise.resolve('renewed' as const));
    setAccess({ ...access(), renew });
    await client.post({ url: '/api/roles' }).catch(() => undefined);
    setAccess(null);
    expect(reactions.onStepUp).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'step_up_required' }));
    expect(reactions.onSignedOut).not.toHaveBeenCalled();
    expect([calls, renew.mock.calls.length]).toEqual([1, 0]);
  });

  const lines = ['neuro', 'psych', 'toxicology', 'acute-stroke'];
  it.each(['notes', ...lines])('[ERR-02] a rejected sign-off-%s request shows the toast on the page', async (list) => {
    expect(await reactionsTo(403, { path: `*/api/consults/1/sign-off-${list}` })).toEqual(['toast']);
  });

  it.each(['signoff-note/save', 'sign-signoff-note', 'export-sign-off-note'])(
    '[ERR-02] [ERR-03] a rejected %s request, which does not read sign-offs, is handled like any other call',
    async (call) => {
      expect(await reactionsTo(403, { path: `*/api/consults/1/${call}` })).toEqual(['forbidden']);
    },
  );

  it('[ERR-04] [BERR-03] [SIGN-16] a note that another user has locked is not an error', async () => {
    expect(await reactionsTo(409, { path: '*/api/notes/1/requestLock' })).toEqual(['warned']);
    expect(await reactionsTo(500, { path: '*/api/notes/1/requestLock' })).toEqual(['toast']);
  });

  it('[ERR-06] a request that reports its own failures shows no toast, for all statuses or the listed ones', async () => {
    expect(await reactionsTo(400, { meta: { quiet: true } })).toEqual([]);
    expect(await reactionsTo(400, { meta: { quiet: [400] } })).toEqual([]);
    expect(await reactionsTo(404, { meta: { quiet: [400] } })).toEqual(['toast']);
    expect(await reactionsTo(403, { meta: { quiet: true } })).toEqual([]);
    expect(await reactionsTo(0, { meta: { quiet: true } })).toEqual([]);
    expect(await reactionsTo(0, { meta: { quiet: [400] } })).toEqual(['toast']);
    expect(await reactionsTo(0, { meta: { quiet: [NO_RESPONSE] } })).toEqual([]);
    expect(await reactionsTo(401, { meta: { quiet: true } })).toEqual(['signedOut']);
  });
});
