import { http, HttpResponse } from 'msw';

import type { HoldRead, PeriodRead, RetentionRead } from '@/api/generated/types.gen';

import { server } from './server';

const ruth = { id: 900, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };

export function makePeriod(about: Partial<PeriodRead> = {}): PeriodRead {
  return {
    kind: 'consults',
    organizationId: 1,
    organizationName: 'Lakeshore Health',
    days: null,
    version: '0',
    reason: null,
    by: null,
    at: null,
    mayChange: true,
    ...about,
  };
}

export function makeHold(about: Partial<HoldRead> = {}): HoldRead {
  return {
    id: 1,
    organizationId: 1,
    organizationName: 'Lakeshore Health',
    scope: 'organization',
    subjectId: null,
    fromAt: null,
    untilAt: null,
    reason: 'A suit',
    by: ruth,
    at: '2026-03-04T12:00:00Z',
    endedAt: null,
    endedBy: null,
    endReason: null,
    ...about,
  };
}

/** A server with these periods and holds; changing the returned object changes the answers. */
export function serveRetention(about: Partial<RetentionRead> = {}) {
  const read: RetentionRead = {
    kinds: [
      {
        kind: 'consults',
        contains: 'Consults that were completed or cancelled.',
        minimumDays: 30,
        advice: 'Your counsel decides.',
        source: '42 CFR 482.24(b)(1)',
      },
    ],
    periods: [makePeriod()],
    changes: [],
    holds: [],
    runs: [],
    ...about,
  };
  const served = { read, failure: 0, sent: [] as unknown[], refusal: null as null | { status: number; body: object } };
  const answer = async ({ request }: { request: Request }) => {
    served.sent.push(await request.json());
    const { refusal } = served;
    return refusal === null ? HttpResponse.json({}) : HttpResponse.json(refusal.body, { status: refusal.status });
  };
  server.use(
    http.get('*/api/retention', () =>
      served.failure === 0 ? HttpResponse.json(served.read) : new HttpResponse(null, { status: served.failure }),
    ),
    http.get('*/api/retention/plan', () =>
      HttpResponse.json({
        at: '2026-03-04T12:00:00Z',
        due: [
          {
            kind: 'consults',
            organizationId: 1,
            organizationName: 'Lakeshore Health',
            count: 1204,
            oldestAt: '2012-03-04T12:00:00Z',
          },
        ],
      }),
    ),
    http.put('*/api/retention/periods/:kind', answer),
    http.post('*/api/retention/holds', answer),
    http.post('*/api/retention/holds/:id/end', answer),
  );
  return served;
}
