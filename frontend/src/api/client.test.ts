import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import * as toasts from '@/shared/ui/toasts';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';

import { configureClient } from './client';
import { client } from './generated/client.gen';
import { getMe } from './generated/sdk.gen';
import { setRuntimeConfig } from './runtime-config';
import type { CallPolicy } from './transport';

const addresses = [
  ['/api', 'http://localhost:3000/api/me'],
  ['/wardline/api/', 'http://localhost:3000/wardline/api/me'],
  ['https://wardline.example/api', 'https://wardline.example/api/me'],
] as const;

it.each(addresses)(
  '[API-01] [BAPI-32] sends calls to the base URL of the configuration: %s',
  async (apiBaseUrl, called) => {
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
  },
);

describe('what a refusal leads to', () => {
  const reactions = { onSignedOut: vi.fn(), onForbidden: vi.fn() };

  /** Calls with this policy a server that answers this status, and names what came of it. */
  async function cameOf(status: number, { path = '*', meta = {} }: { path?: string; meta?: CallPolicy } = {}) {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.use(http.all(path, () => HttpResponse.json({ code: 'refused' }, { status })));
    const toast = vi.spyOn(toasts, 'toastDanger').mockImplementation(() => undefined);
    const seen = { signedOut: reactions.onSignedOut, forbidden: reactions.onForbidden, toast };
    for (const spy of Object.values(seen)) spy.mockClear();
    setRuntimeConfig(testConfig);
    configureClient(reactions);
    const call = { url: path === '*' ? '/api/me' : path.slice(1), meta: { retries: 0, ...meta } };
    await client.get(call).catch(() => undefined);
    return Object.entries(seen).flatMap(([name, { mock }]) => (mock.calls.length > 0 ? [name] : []));
  }

  it.each([
    [401, ['signedOut']],
    [403, ['forbidden']],
    [404, ['toast']],
    [500, ['toast']],
  ])('[BAPI-32] %i: %j', async (status, expected) => {
    expect(await cameOf(status)).toEqual(expected);
  });

  it.each(['sign-off-notes', 'sign-off-neuro'])(
    '[ERR-02] a refusal of %s shows the toast on the page',
    async (read) => {
      expect(await cameOf(403, { path: `*/api/consults/1/${read}` })).toEqual(['toast']);
    },
  );

  it('a note that somebody else has locked is nobody’s mistake', async () => {
    expect(await cameOf(409, { path: '*/api/notes/1/requestLock' })).toEqual([]);
  });

  it('[ERR-06] a call that shows its failures itself is quiet, for all of them or for those that it names', async () => {
    expect(await cameOf(400, { meta: { quiet: true } })).toEqual([]);
    expect(await cameOf(400, { meta: { quiet: [400] } })).toEqual([]);
    expect(await cameOf(404, { meta: { quiet: [400] } })).toEqual(['toast']);
    expect(await cameOf(403, { meta: { quiet: true } })).toEqual([]);
    expect(await cameOf(401, { meta: { quiet: true } })).toEqual(['signedOut']);
  });
});
