import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** The mocked network: a request without a handler fails its test. */
export const server = setupServer(
  http.post('*/api/sign-out', () => new HttpResponse(null, { status: 204 })),
  http.get('*/api/me/safekeeping-key', () => HttpResponse.json({ key: btoa('k'.repeat(32)) })),
);

let unforeseen: string[] = [];

server.events.on('request:unhandled', ({ request }) => noteUnforeseen(request));

/** For what stands in the network's place. */
export function noteUnforeseen({ method, url }: Request) {
  unforeseen.push(`${method} ${url}`);
}

/** Requests without a handler since the last call. The application treats them as a lost network and may hide them. */
export function takeUnforeseen(): string[] {
  const requests = unforeseen;
  unforeseen = [];
  return requests;
}
