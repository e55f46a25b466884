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

  /** Calls with this policy a server that answers this status, or not at all (0), and names what came of it. */
  async function cameOf(status: number, { path = '*', meta = {} }: { path?: string; meta?: CallPolicy } = {}) {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const answer = () => (status === 0 ? HttpResponse.error() : HttpResponse.json({ code: 'refused' }, { status }));
    server.use(http.all(path, answer));
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
    expect(await cameOf(status)).toEqual(expected);
  });

  const lines = ['neuro', 'psych', 'toxicology', 'acute-stroke'];
  it.each(['notes', ...lines])('[ERR-02] a refusal of sign-off-%s shows the toast on the page', async (read) => {
    expect(await cameOf(403, { path: `*/api/consults/1/sign-off-${read}` })).toEqual(['toast']);
  });

  it.each(['signoff-note/save', 'sign-signoff-note', 'export-sign-off-note'])(
    '[ERR-02] [ERR-03] a refusal of %s, which reads nothing that was signed, is like any other',
    async (call) => {
      expect(await cameOf(403, { path: `*/api/consults/1/${call}` })).toEqual(['forbidden']);
    },
  );

  it('[ERR-04] [BERR-03] [SIGN-16] a note that somebody else has locked is nobody’s mistake', async () => {
    expect(await cameOf(409, { path: '*/api/notes/1/requestLock' })).toEqual(['warned']);
    expect(await cameOf(500, { path: '*/api/notes/1/requestLock' })).toEqual(['toast']);
  });

  it('[ERR-06] a call that shows its failures itself is quiet, for all of them or for those that it names', async () => {
    expect(await cameOf(400, { meta: { quiet: true } })).toEqual([]);
    expect(await cameOf(400, { meta: { quiet: [400] } })).toEqual([]);
    expect(await cameOf(404, { meta: { quiet: [400] } })).toEqual(['toast']);
    expect(await cameOf(403, { meta: { quiet: true } })).toEqual([]);
    expect(await cameOf(0, { meta: { quiet: true } })).toEqual([]);
    expect(await cameOf(0, { meta: { quiet: [400] } })).toEqual(['toast']);
    expect(await cameOf(401, { meta: { quiet: true } })).toEqual(['signedOut']);
  });
});
