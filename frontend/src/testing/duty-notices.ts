import { http, HttpResponse } from 'msw';

import type { DutyNoticeRead } from '@/api/generated/types.gen';
import { serverNow } from '@/shared/lib/server-clock';

import { server } from './server';

/** A shift of the user's that has begun just now. */
export function makeDutyNotice(about: Partial<DutyNoticeRead> = {}): DutyNoticeRead {
  return {
    id: 1,
    kind: 'shiftBegins',
    title: 'Your Shift Has Begun',
    text: 'Your shift on Tele-Stroke has begun (7:00pm to 7:00am EST).',
    path: '/my-shifts?begin=2',
    actionName: 'Go on Call',
    needsAnswer: true,
    goesOnCallFor: 2,
    urgent: true,
    createdAt: new Date(serverNow()).toISOString(),
    ...about,
  };
}

/** A shift that was assigned to the user, which is only news. */
export function makeDutyNews(about: Partial<DutyNoticeRead> = {}): DutyNoticeRead {
  return makeDutyNotice({
    id: 2,
    kind: 'shiftAssigned',
    title: 'A Shift Was Assigned to You',
    text: 'A shift on Tele-Neuro was assigned to you (Thu Mar 5, 7:00am to 7:00pm EST).',
    path: '/my-shifts',
    actionName: 'My Shifts',
    needsAnswer: false,
    goesOnCallFor: null,
    urgent: false,
    ...about,
  });
}

/** A server with what a user has not seen, which a test may change. */
export function serveDutyNotices(first: readonly DutyNoticeRead[]) {
  const served = {
    list: [...first],
    seen: [] as string[],
    see: (): Response | Promise<Response> => new HttpResponse(null, { status: 204 }),
  };
  server.use(
    http.get('*/api/duty-notices', () => HttpResponse.json(served.list)),
    http.post('*/api/duty-notices/:id/seen', async ({ params }) => {
      served.seen.push(String(params.id));
      const response = await served.see();
      if (response.ok) served.list = served.list.filter(({ id }) => String(id) !== params.id);
      return response;
    }),
  );
  return served;
}
