import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { server } from '@/testing/server';

import { setAccess } from './access';
import { ApiError, mayHaveSucceeded, NoResponseError } from './errors';
import { send } from './transport';

const URL_OF = { me: 'http://localhost:3000/api/me', comment: 'http://localhost:3000/api/consults/1/updates' };
const PAGE = '<h1>Welcome to our guest network</h1>';

beforeEach(() => {
  setAccess(null);
  speedUpTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([200, 403])(
  '[API-02] retries if an HTML page with status %s arrives instead of the server’s response',
  async (status) => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(URL_OF.comment, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1 ? HttpResponse.html(PAGE, { status }) : HttpResponse.json({ id: 1 });
      }),
    );
    const response = await send(new Request(URL_OF.comment, { method: 'POST', body: '{}' }), {});
    expect(await response.json()).toEqual({ id: 1 });
    expect(keys).toEqual([keys[0], keys[0]]);
  },
);

it('[API-02] reports no response if every response is an HTML page', async () => {
  server.use(http.get(URL_OF.me, () => HttpResponse.html(PAGE)));
  await expect(send(new Request(URL_OF.me), {})).rejects.toEqual(new NoResponseError('network'));
});

it('[API-02] retries after an incomplete response', async () => {
  const responses = [new Response(truncatedBody(), JSON_TYPE), Response.json({ id: 1 })];
  vi.stubGlobal('fetch', () => Promise.resolve(responses.shift()));
  const response = await send(new Request(URL_OF.me), {});
  expect(await response.json()).toEqual({ id: 1 });
  expect(responses).toEqual([]);
});

const BUSY = { status: 429, headers: { 'Retry-After': '600' } };

it.each([
  { before: 'a network failure', first: () => HttpResponse.error(), uncertain: true },
  { before: 'a server error', first: () => HttpResponse.json({}, { status: 502 }), uncertain: true },
  { before: 'no earlier failure', first: () => HttpResponse.json({}, BUSY), uncertain: false },
])('[API-02] [ERR-08] does not treat a 429 as the outcome after $before', async ({ first, uncertain }) => {
  let calls = 0;
  server.use(
    http.post(URL_OF.comment, () => {
      calls += 1;
      return calls === 1 ? first() : HttpResponse.json({}, BUSY);
    }),
  );
  const outcome = await send(new Request(URL_OF.comment, { method: 'POST', body: '{}' }), {}).then(
    (response) => new ApiError(response.status, null),
    (failure: unknown) => failure,
  );
  expect(calls).toBe(uncertain ? 2 : 1);
  expect(mayHaveSucceeded(outcome)).toBe(uncertain);
});

const JSON_TYPE = { headers: { 'Content-Type': 'application/json' } };

/** A partial response whose connection breaks while it is read. */
function truncatedBody(): ReadableStream<Uint8Array> {
  let parts = 0;
  return new ReadableStream({
    pull(controller) {
      parts += 1;
      if (parts === 1) controller.enqueue(new TextEncoder().encode('{"id":'));
      else controller.error(new TypeError('network error'));
    },
  });
}
