import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { server } from '@/testing/server';

import { setAccess } from './access';
import { ApiError, mayHaveBeenDone, NoAnswerError } from './errors';
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
    const answer = await send(new Request(URL_OF.comment, { method: 'POST', body: '{}' }), {});
    expect(await answer.json()).toEqual({ id: 1 });
    expect(keys).toEqual([keys[0], keys[0]]);
  },
);

it('[API-02] reports no response if every response is an HTML page', async () => {
  server.use(http.get(URL_OF.me, () => HttpResponse.html(PAGE)));
  await expect(send(new Request(URL_OF.me), {})).rejects.toEqual(new NoAnswerError('network'));
});

it('[API-02] retries after an incomplete response', async () => {
  const answers = [new Response(broken(), JSON_TYPE), Response.json({ id: 1 })];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
  const answer = await send(new Request(URL_OF.me), {});
  expect(await answer.json()).toEqual({ id: 1 });
  expect(answers).toEqual([]);
});

const BUSY = { status: 429, headers: { 'Retry-After': '600' } };

it.each([
  { before: 'a lost network', first: () => HttpResponse.error(), perhaps: true },
  { before: 'a defect of the server', first: () => HttpResponse.json({}, { status: 502 }), perhaps: true },
  { before: 'nothing', first: () => HttpResponse.json({}, BUSY), perhaps: false },
])('[API-02] [ERR-08] does not take a 429 for the outcome of $before before it', async ({ first, perhaps }) => {
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
  expect(calls).toBe(perhaps ? 2 : 1);
  expect(mayHaveBeenDone(outcome)).toBe(perhaps);
});

const JSON_TYPE = { headers: { 'Content-Type': 'application/json' } };

/** A partial response whose connection breaks while it is read. */
function broken(): ReadableStream<Uint8Array> {
  let parts = 0;
  return new ReadableStream({
    pull(controller) {
      parts += 1;
      if (parts === 1) controller.enqueue(new TextEncoder().encode('{"id":'));
      else controller.error(new TypeError('network error'));
    },
  });
}
