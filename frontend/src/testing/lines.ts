import { http, HttpResponse } from 'msw';

import type { DraftRead, HoursPreview, LineRead, LineSettings } from '@/api/generated/types.gen';

import { server } from './server';

const settings: LineSettings = {
  hours: [{ openDaysInWeek: '[1,5]', openHours: '08:00-17:00', openHoursTimezone: 'America/New_York' }],
  exceptions: [],
  priorities: [
    { id: 1, name: 'critical', completionLimit: 1800, rank: 1 },
    { id: 2, name: 'urgent', completionLimit: 3600, rank: null },
    { id: 3, name: 'routine', completionLimit: 7200, rank: null },
  ],
};

export function makeLineRead(about: Partial<LineRead> = {}): LineRead {
  return {
    id: 3,
    name: 'Tele-Psych',
    code: 'tele-psych',
    version: 'v1',
    managedBy: null,
    mayChange: true,
    needsApproval: false,
    settings,
    draft: null,
    draftSettings: null,
    hasEscalationsOnly: false,
    organizations: [{ id: 1, name: 'Lakeshore Health' }],
    ...about,
  };
}

export function makeDraft(about: Partial<DraftRead> = {}): DraftRead {
  return {
    id: 8,
    kind: 'serviceLine',
    code: 'tele-psych',
    version: 'd1',
    status: 'draft',
    by: { id: 9, username: 'ruth', firstName: 'Ruth', lastName: 'Hornbeam' },
    at: '2026-03-04T15:00:00Z',
    reason: null,
    approvedBy: null,
    needsApproval: false,
    publishAt: null,
    scheduledBy: null,
    failure: null,
    isOutdated: false,
    differences: [{ place: 'hours', before: [], after: [{ days: 'Mon', open: '08:00-09:00', time_zone: 'UTC' }] }],
    ...about,
  };
}

const preview: HoursPreview = {
  timeZone: 'America/New_York',
  days: [
    {
      day: '2026-03-08',
      startsAt: '2026-03-08T05:00:00Z',
      endsAt: '2026-03-09T04:00:00Z',
      clockShift: 60,
      exception: null,
      live: [{ opensAt: '2026-03-08T05:00:00Z', closesAt: '2026-03-09T04:00:00Z' }],
      sent: [],
    },
  ],
};

interface Sent {
  readonly call: string;
  readonly version: string | null;
  readonly body: unknown;
}

/** A server with this line, which records changes; `respond` answers the next one instead. */
export function serveLine(line: LineRead) {
  const served = { line, sent: [] as Sent[], respond: null as (() => Response) | null };
  const changed = async (request: Request) => {
    const text = await request.text();
    const call = `${request.method} ${new URL(request.url).pathname}`;
    served.sent.push({ call, version: request.headers.get('If-Match'), body: text === '' ? null : JSON.parse(text) });
    const { respond } = served;
    served.respond = null;
    return respond?.() ?? HttpResponse.json(served.line);
  };
  server.use(
    http.get('*/api/lines/:id', () => HttpResponse.json(served.line)),
    http.get('*/api/lines/:id/versions', () => HttpResponse.json({ versions: [] })),
    http.post('*/api/lines/:id/preview', () => HttpResponse.json(preview)),
    http.put('*/api/lines/:id', ({ request }) => changed(request)),
    http.put('*/api/lines/:id/draft', ({ request }) => changed(request)),
    http.post('*/api/drafts/:id/:action', ({ request }) => changed(request)),
  );
  return served;
}
