import { http, HttpResponse } from 'msw';

import type { EscalationRead, PagedPersonRead, PageRead } from '@/api/generated/types.gen';
import { serverNow } from '@/shared/lib/server-clock';

import { CONSULT_ID } from './make-consult';
import { asSorted } from './as-sorted';
import { server } from './server';

/** A critical request that began to wait for the user just now. */
export function makePage(about: Partial<PageRead> = {}): PageRead {
  return {
    id: 1,
    kind: 'request',
    consultId: CONSULT_ID,
    commentId: null,
    serviceLineId: 2,
    serviceLineName: 'Tele-Stroke',
    locationName: 'Lakeshore General - ED',
    priority: 'critical',
    completionLimit: 1800,
    why: 'allNotifications',
    startedAt: new Date(serverNow()).toISOString(),
    seen: false,
    muted: false,
    path: `/consult/${about.consultId ?? CONSULT_ID}`,
    ...about,
  };
}

/** A server with what waits for a user, which a test may change. */
export function servePages(first: readonly PageRead[]) {
  const served = {
    list: [...first],
    requests: [] as string[],
    mute: () => new HttpResponse(null, { status: 204 }),
    /** Who else has acknowledged what no longer waits. */
    takenBy: null as string | null,
  };
  server.use(
    http.get('*/api/pages', () => HttpResponse.json(asSorted(served.list))),
    http.get('*/api/pages/:id/consult', ({ params }) => {
      served.requests.push(`taker ${String(params.id)}`);
      return HttpResponse.json({ consultId: CONSULT_ID, path: `/consult/${CONSULT_ID}`, takenBy: served.takenBy });
    }),
    http.post('*/api/pages/shown', async ({ request }) => {
      const { shown } = (await request.json()) as { shown: number[] };
      served.requests.push(`shown ${shown.join()}`);
      return new HttpResponse(null, { status: 204 });
    }),
    http.put('*/api/pages/:id/muted', async ({ params, request }) => {
      const { muted } = (await request.json()) as { muted: boolean };
      served.requests.push(`${muted ? 'mute' : 'unmute'} ${String(params.id)}`);
      const response = served.mute();
      if (response.ok)
        served.list = served.list.map((page) => (String(page.id) === params.id ? { ...page, muted } : page));
      return response;
    }),
    http.post('*/api/consults/:id/pages/seen', async ({ params, request }) => {
      const { commentIds, pageIds } = (await request.json()) as { commentIds: number[]; pageIds: number[] };
      served.requests.push(['seen', params.id, ...commentIds, ...pageIds.map((id) => `page ${String(id)}`)].join(' '));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return served;
}

/** Dana Reyes, who was paged on a screen at noon UTC. */
export function makePaged(about: Partial<PagedPersonRead> = {}): PagedPersonRead {
  return {
    userId: 7,
    firstName: 'Dana',
    lastName: 'Reyes',
    target: 'allNotifications',
    notPaged: null,
    firstAt: '2026-03-04T12:00:00Z',
    lastAt: '2026-03-04T12:00:00Z',
    timesPaged: 1,
    isReached: false,
    seenAt: null,
    heardAt: null,
    goneAt: null,
    declinedAt: null,
    declineReason: null,
    notices: [
      {
        channel: 'screen',
        contactId: null,
        isUnverified: false,
        target: 'allNotifications',
        queuedAt: '2026-03-04T12:00:00Z',
        dueAt: null,
        sentAt: '2026-03-04T12:00:00Z',
        deliveredAt: null,
        failedAt: null,
        withdrawnAt: null,
        reason: null,
      },
    ],
    ...about,
  };
}

/** A request's escalation that has paged Dana Reyes and will page coordinators. */
export function makeEscalation(about: Partial<EscalationRead> = {}): EscalationRead {
  return {
    id: 1,
    kind: 'request',
    commentId: null,
    startedAt: '2026-03-04T12:00:00Z',
    nextAt: '2026-03-04T12:03:00Z',
    nextTargets: ['escalationOnly', 'coordinators'],
    endedAt: null,
    endReason: null,
    isAnyoneReached: false,
    backupNumber: '(555) 010-0150',
    people: [makePaged()],
    skipped: [],
    ...about,
  };
}
