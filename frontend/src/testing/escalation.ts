import { http, HttpResponse } from 'msw';

import type { LineEscalationRead, PageForecast } from '@/api/generated/types.gen';

import { forecastChoices } from './page-forecast';
import { server } from './server';

export function makeEscalation(about: Partial<LineEscalationRead> = {}): LineEscalationRead {
  return {
    organizationId: 1,
    version: 'v1',
    managedBy: null,
    needsApproval: false,
    settings: { policies: [] },
    draft: null,
    draftSettings: null,
    standard: [{ priority: 'critical', steps: [{ afterSeconds: 0, targets: ['allNotifications'] }] }],
    facilities: [{ id: 4, name: 'Lakeshore General' }],
    ...about,
  };
}

/** A server with this escalation and these two forecasts, which records what is sent. */
export function serveEscalation(escalation: LineEscalationRead, compared: { live: PageForecast; sent: PageForecast }) {
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/lines/3/escalations/1', () => HttpResponse.json(escalation)),
    http.get('*/api/lines/3/escalations/1/versions', () => HttpResponse.json({ versions: [] })),
    http.get('*/api/would-be-paged/choices', () => HttpResponse.json(forecastChoices)),
    http.put('*/api/lines/3/escalations/1', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...escalation, version: 'v2' });
    }),
    http.post('*/api/lines/3/escalations/1/would-be-paged', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(compared);
    }),
  );
  return sent;
}
