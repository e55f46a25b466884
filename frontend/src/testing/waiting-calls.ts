import { http, HttpResponse } from 'msw';

import type { WaitingCall } from '@/api/generated/types.gen';

import { CONSULT_ID, dana } from './make-consult';
import { server } from './server';

/** Dana Lee waits in the video call of a consult. */
export function makeWaitingCall(about: Partial<WaitingCall> = {}): WaitingCall {
  return {
    meetingId: 'meeting-1',
    consultId: CONSULT_ID,
    serviceLineName: 'Tele-Stroke',
    locationName: 'Lakeshore General - ED',
    people: [{ id: dana.id, firstName: dana.firstName, lastName: dana.lastName }],
    since: '2026-03-04T12:00:00Z',
    ...about,
  };
}

/** A server with the calls that ring for a user, which a test may change. */
export function serveWaitingCalls(first: readonly WaitingCall[]) {
  const served = { calls: [...first], requests: 0, rings: [] as string[] };
  server.use(
    http.get('*/api/waiting-calls', () => {
      served.requests += 1;
      return HttpResponse.json(served.calls);
    }),
    http.put('*/api/meeting/:meetingId/rings/:screenId', async ({ params, request }) => {
      served.rings.push(`${String(params.meetingId)} ${JSON.stringify(await request.json())}`);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/meeting/:meetingId/rings/:screenId', ({ params }) => {
      served.rings.push(`${String(params.meetingId)} closed`);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return served;
}
