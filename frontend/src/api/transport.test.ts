import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { server } from '@/testing/server';

import { type Renewal, setAccess } from './access';
import { NoResponseError } from './errors';
import { type CallPolicy, send } from './transport';

const origin = 'http://localhost:3000';

/** Responds with each status in turn, repeating the last one, and records the requests. */
function respond(path: string, ...statuses: (number | 'network')[]) {
  const requested: { key: string | null; token: string | null }[] = [];
  server.use(
    http.all(`${origin}${path}`, ({ request }) => {
      requested.push({ key: request.headers.get('Idempotency-Key'), token: request.headers.get('Authorization') });
      const status = statuses[Math.min(requested.length, statuses.length) - 1];
      return status === 'network' ? HttpResponse.error() : HttpResponse.json({}, { status: status ?? 200 });
    }),
  );
  return requested;
}

function call(method: string, path: string, policy: CallPolicy = {}) {
  return send(new Request(`${origin}${path}`, { method, body: method === 'POST' ? '{}' : null }), policy);
}

let renewals: number;
let outcome: Renewal;

beforeEach(() => {
  renewals = 0;
  outcome = 'renewed';
  let token = 'first';
  setAccess({
    acceptSessionEnd: () => undefined,
    token: () => token,
    freshToken: () => Promise.resolve(token),
    renew: () => {
      renewals += 1;
      token = 'second';
      return Promise.resolve(outcome);
    },
  });
  speedUpTimers();
});

afterEach(() => {
  setAccess(null);
});

it('[API-02] [BAPI-32] retries three times after 5xx responses and network errors', async () => {
  const requested = respond('/api/me', 503, 'network', 500, 200);
  expect((await call('GET', '/api/me')).status).toBe(200);
  expect(requested).toHaveLength(4);
});

it('[API-02] [BAPI-32] gives up after the third retry', async () => {
  const requested = respond('/api/me', 500);
  expect((await call('GET', '/api/me')).status).toBe(500);
  expect(requested).toHaveLength(4);
});

it('[API-02] retries joining a call three times, within the time limit of an urgent request', async () => {
  const requested = respond('/api/meeting', 503, 'network', 500, 200);
  expect((await call('POST', '/api/meeting')).status).toBe(200);
  expect(requested).toHaveLength(4);
});

it('[API-02] reports why there was no response', async () => {
  respond('/api/me', 'network');
  await expect(call('GET', '/api/me')).rejects.toEqual(new NoResponseError('network'));
});

it.each([
  { method: 'GET', path: '/api/me', tries: 4 },
  { method: 'POST', path: '/api/consults', tries: 1 },
  { method: 'POST', path: '/api/consults/1/acknowledge', tries: 1 },
  { method: 'POST', path: '/api/meeting', tries: 1 },
])('[API-02] [ERR-08] tries $method $path $tries times after timeouts', async ({ method, path, tries }) => {
  let requested = 0;
  server.use(
    http.all(`${origin}${path}`, () => {
      requested += 1;
      return delay('infinite');
    }),
  );
  await expect(call(method, path, { timeout: 60 })).rejects.toEqual(new NoResponseError('timeout'));
  expect(requested).toBe(tries);
});

it.each([
  ['POST', '/api/consults', 10_000],
  ['POST', '/api/consults/1/acknowledge', 10_000],
  ['POST', '/api/meeting', 10_000],
  ['POST', '/api/consults/1/complete', 30_000],
  ['POST', '/api/consults/$search', 30_000],
  ['GET', '/api/consults', 30_000],
])('[API-02] [ERR-08] waits for %s %s for %i ms', async (method, path, milliseconds) => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  respond(path, 200);
  await call(method, path);
  expect(limit.mock.calls).toEqual([[milliseconds]]);
});

it.each([400, 403, 404, 409])('[API-02] never retries after a %i', async (status) => {
  const requested = respond('/api/consults', status);
  expect((await call('POST', '/api/consults')).status).toBe(status);
  expect(requested).toHaveLength(1);
});

/** Responds with 429, or this status, and this header, then with 200, and records the request times. */
function respondLater(path: string, retryAfter: string, status = 429) {
  const requested: number[] = [];
  server.use(
    http.all(`${origin}${path}`, () => {
      requested.push(performance.now());
      return requested.length > 1
        ? HttpResponse.json({})
        : HttpResponse.json({}, { status, headers: { 'Retry-After': retryAfter } });
    }),
  );
  return requested;
}

it('[API-02] retries a 429 no earlier than its Retry-After', async () => {
  const requested = respondLater('/api/consults/$search', '1');
  expect((await call('POST', '/api/consults/$search')).status).toBe(200);
  const [first = 0, second = 0] = requested;
  expect(second - first).toBeGreaterThanOrEqual(1_000);
});

it('[API-02] retries a 5xx early, regardless of its Retry-After', async () => {
  const requested = respondLater('/api/consults', '2', 503);
  expect((await call('POST', '/api/consults')).status).toBe(200);
  const [first = 0, second = 0] = requested;
  expect(second - first).toBeLessThan(1_000);
});

it.each([
  { path: '/api/consults/$search', retryAfter: '31' },
  { path: '/api/consults', retryAfter: '11' },
])(
  '[API-02] reports a 429 of $path at once if its Retry-After exceeds the time limit',
  async ({ path, retryAfter }) => {
    const requested = respondLater(path, retryAfter);
    expect((await call('POST', path)).status).toBe(429);
    expect(requested).toHaveLength(1);
  },
);

it.each(['', 'soon', '-1'])(
  '[API-02] treats a 429 without a valid Retry-After (%j) like any other failure',
  async (retryAfter) => {
    const requested = respondLater('/api/me', retryAfter);
    expect((await call('GET', '/api/me')).status).toBe(200);
    expect(requested).toHaveLength(2);
  },
);

it('[API-02] retries a 429 at most three times', async () => {
  const requested = respond('/api/me', 429);
  expect((await call('GET', '/api/me')).status).toBe(429);
  expect(requested).toHaveLength(4);
});

it('[API-03] [BAPI-32] sends one idempotency key with all tries of an action and a new one with the next action', async () => {
  const requested = respond('/api/consults', 503, 503, 201);
  await call('POST', '/api/consults');
  await call('POST', '/api/consults');
  const [first, second, third, next] = requested.map(({ key }) => key);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second, third]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

it('[API-03] [ERR-08] [BAPI-32] sends the same key if the user repeats an action', async () => {
  const requested = respond('/api/consults', 201);
  await call('POST', '/api/consults', { idempotencyKey: 'mine' });
  expect(requested[0]?.key).toBe('mine');
});

it.each([
  ['GET', '/api/me'],
  ['POST', '/api/consults/$search'],
  ['POST', '/api/consults/$cards'],
  ['POST', '/api/locations/census'],
])('[API-03] sends %s %s without a key, because it changes nothing', async (method, path) => {
  const requested = respond(path, 200);
  await call(method, path);
  expect(requested[0]?.key).toBeNull();
});

it('[AUTH-04] [AUTH-07] [ERR-01] [BAPI-32] [API-03] renews once after a 401 and sends the request again with the new token', async () => {
  const requested = respond('/api/consults', 401, 201);
  expect((await call('POST', '/api/consults')).status).toBe(201);
  expect(renewals).toBe(1);
  expect(requested.map(({ token }) => token)).toEqual(['Bearer first', 'Bearer second']);
  expect(requested[1]?.key).toBe(requested[0]?.key);
});

it('[AUTH-07] [BAPI-32] sends the token with every call', async () => {
  const requested = respond('/api/me', 200);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) await call(method, '/api/me');
  expect(requested.map(({ token }) => token)).toEqual(Array.from({ length: 5 }, () => 'Bearer first'));
});

it('[AUTH-07] [ERR-01] reports a 401 that persists with a new token', async () => {
  const requested = respond('/api/me', 401);
  expect((await call('GET', '/api/me')).status).toBe(401);
  expect([requested.length, renewals]).toEqual([2, 1]);
});

it('[AUTH-04] does not end the session if the provider is unreachable', async () => {
  outcome = 'failed';
  const requested = respond('/api/me', 401);
  await expect(call('GET', '/api/me')).rejects.toEqual(new NoResponseError('network'));
  expect(requested).toHaveLength(1);
});

it('[AUTH-07] reports a 401 of a session that the server has ended, even if the provider is unreachable', async () => {
  outcome = 'failed';
  server.use(http.get('*/api/me', () => HttpResponse.json({ code: 'session_ended' }, { status: 401 })));
  expect((await call('GET', '/api/me')).status).toBe(401);
});

it('[ERR-01] reports a 401 of a session that is over', async () => {
  outcome = 'refused';
  const requested = respond('/api/me', 401);
  expect((await call('GET', '/api/me')).status).toBe(401);
  expect(requested).toHaveLength(1);
});

it('stops retrying for a canceled query', async () => {
  const requested = respond('/api/me', 503);
  const controller = new AbortController();
  const responded = new Promise((resolve) => server.events.on('response:mocked', resolve, { once: true }));
  const pending = send(new Request(`${origin}/api/me`, { signal: controller.signal }), {});
  await responded;
  setTimeout(() => controller.abort(), 60);
  await expect(pending).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requested).toHaveLength(1);
});
