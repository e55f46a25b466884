import { http, HttpResponse } from 'msw';

import type { ConnectionRead, ConnectionTested } from '@/api/generated/types.gen';

import { server } from './server';

/** A connection that works; a test overrides only what it is about. */
export function makeConnection(about: Partial<ConnectionRead> = {}): ConnectionRead {
  return {
    kind: 'mail',
    part: null,
    name: null,
    address: null,
    state: 'works',
    value: 'The latest e-mails were accepted.',
    action: null,
    lastSuccessAt: '2026-03-04T11:58:00Z',
    lastError: null,
    lastErrorAt: null,
    settings: [
      { name: 'WARDLINE_MAIL_HOST', source: 'value', isRequired: true, isSet: true },
      { name: 'WARDLINE_MAIL_PASSWORD', source: 'secret', isRequired: false, isSet: true },
      { name: 'WARDLINE_MAIL_PORT', source: 'value', isRequired: false, isSet: false },
    ],
    test: 'Connects and signs in. Sends no e-mail.',
    untestable: null,
    ...about,
  };
}

/** A server with these connections; changing the returned object changes the answers. */
export function serveConnections(connections: ConnectionRead[]) {
  const served = { connections, failure: 0, tested: makeTested(), refusal: 0, asked: [] as unknown[] };
  server.use(
    http.get('*/api/connections', () =>
      served.failure === 0
        ? HttpResponse.json({ checkedAt: '2026-03-04T12:00:00Z', connections: served.connections })
        : new HttpResponse(null, { status: served.failure }),
    ),
    http.post('*/api/connections/$test', async ({ request }) => {
      served.asked.push(await request.json());
      return served.refusal === 0
        ? HttpResponse.json(served.tested)
        : HttpResponse.json(
            { code: 'too_many_requests', message: 'Too many requests in a short time.', errors: [] },
            { status: served.refusal, headers: { 'Retry-After': '9' } },
          );
    }),
  );
  return served;
}

export function makeTested(about: Partial<ConnectionTested> = {}): ConnectionTested {
  return {
    kind: 'mail',
    part: null,
    isWorking: true,
    value: 'It accepted the connection and the sign-in.',
    action: null,
    testedAt: '2026-03-04T12:00:01Z',
    ...about,
  };
}
