import { http, HttpResponse } from 'msw';

import type { DutyNoticeRead } from '@/api/generated/types.gen';

import { server } from './server';

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
