import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

import { reachable } from './contacts';

/** Whoever is on call can lock the screen. */
const dutyToken = http.post('*/api/duty', () => HttpResponse.json({ token: 'duty token' }, { status: 201 }));

const dutyTokenRevoked = http.delete('*/api/duty', () => new HttpResponse(null, { status: 204 }));

/** Going off call leaves nothing behind. */
const noOpenWork = http.get('*/api/checkout/open-work', () =>
  HttpResponse.json({ consults: [], unsignedNotes: [], lastOnCall: [] }),
);

/** The mocked network: a request without a handler fails its test. */
export const server = setupServer(
  http.get('*/api/pages', () => HttpResponse.json([])),
  http.get('*/api/duty-notices', () => HttpResponse.json([])),
  noOpenWork,
  dutyToken,
  dutyTokenRevoked,
  http.get('*/api/waiting-calls', () => HttpResponse.json([])),
  http.get('*/api/consults/:id/pages', () => HttpResponse.json([])),
  http.post('*/api/sign-out', () => new HttpResponse(null, { status: 204 })),
  http.get('*/api/on-call', () => HttpResponse.json([])),
  reachable,
  http.get('*/api/me/safekeeping-key', () => HttpResponse.json({ key: btoa('k'.repeat(32)) })),
);

/** Answers every call with nothing, for tests that are about something else; calls with a handler of their own come first. */
export const emptyAnswers = [
  http.get('*/pages', () => HttpResponse.json([])),
  http.get('*/api/duty-notices', () => HttpResponse.json([])),
  dutyToken,
  dutyTokenRevoked,
  http.get('*/api/waiting-calls', () => HttpResponse.json([])),
  http.get('*/api/on-call', () => HttpResponse.json([])),
  noOpenWork,
  reachable,
  http.all('*/api/*', () => HttpResponse.json({ consults: [], transfers: [], hasMore: false })),
];

let unhandled: string[] = [];

server.events.on('request:unhandled', ({ request }) => recordUnhandled(request));

/** For code that replaces the mocked network. */
export function recordUnhandled({ method, url }: Request) {
  unhandled.push(`${method} ${url}`);
}

/** Requests without a handler since the last call. The application treats them as a lost network and may hide them. */
export function takeUnhandled(): string[] {
  const requests = unhandled;
  unhandled = [];
  return requests;
}
