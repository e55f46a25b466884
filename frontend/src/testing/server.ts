import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** The network's edge in tests: a request without a handler fails its test. */
export const server = setupServer(
  http.get('*/api/me/safekeeping-key', () => HttpResponse.json({ key: btoa('k'.repeat(32)) })),
);
