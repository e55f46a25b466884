import { http, HttpResponse } from 'msw';

import type { AuditState, ListedEntryRead } from '@/api/generated/types.gen';

import { server } from './server';

let number = 1_000;

/** An entry of the audit trail; a test overrides only what it is about. */
export function makeAuditEntry(about: Partial<ListedEntryRead> = {}): ListedEntryRead {
  number += 1;
  return {
    id: number,
    at: '2026-03-04T13:15:00Z',
    requestId: `request-${number}`,
    user: { id: 7, username: 'ada', firstName: 'Ada', lastName: 'Lovelace' },
    action: 'getConsult',
    status: 200,
    result: 'allowed',
    code: null,
    address: '10.1.2.3',
    organizationIds: [1],
    consultIds: ['0b9f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a10'],
    patientIds: ['5c1f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a11'],
    emrIds: [],
    details: null,
    openableConsultIds: ['0b9f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a10'],
    ...about,
  };
}

/** The state of an intact trail. */
export function makeAuditState(about: Partial<AuditState> = {}): AuditState {
  return {
    entries: 12_345,
    removed: 0,
    removals: [],
    isChanged: false,
    checkedUntil: '2026-03-04T13:15:00Z',
    checkedAgainAt: '2026-03-04T09:00:00Z',
    checkpointAt: '2026-03-04T13:10:00Z',
    signs: true,
    witnesses: [],
    problems: [],
    ...about,
  };
}

export interface ServedTrail {
  /** The bodies of the searches and exports. */
  readonly searches: unknown[];
  readonly exports: unknown[];
  /** The next requests fail. */
  isDown: boolean;
}

/** Serves these entries, two on a page, whatever is searched for. */
export function serveAuditTrail(entries: readonly ListedEntryRead[], state = makeAuditState()): ServedTrail {
  const served: ServedTrail = { searches: [], exports: [], isDown: false };
  const failure = () => new HttpResponse(null, { status: 418 });
  server.use(
    http.get('*/api/audit/state', () => HttpResponse.json(state)),
    http.post('*/api/audit/people/$search', () =>
      HttpResponse.json({ people: [{ id: 7, username: 'ada', firstName: 'Ada', lastName: 'Lovelace' }] }),
    ),
    http.post('*/api/audit/$search', async ({ request }) => {
      const body = (await request.json()) as { before?: number };
      served.searches.push(body);
      if (served.isDown) return failure();
      const from = body.before === undefined ? 0 : entries.findIndex(({ id }) => id === body.before) + 1;
      const page = entries.slice(from, from + 2);
      const hasMore = entries.length > from + 2;
      return HttpResponse.json({ entries: page, hasMore, next: hasMore ? page.at(-1)?.id : null });
    }),
    http.post('*/api/audit/$export', async ({ request }) => {
      served.exports.push(await request.json());
      return served.isDown ? failure() : new HttpResponse('Time\r\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  return served;
}
