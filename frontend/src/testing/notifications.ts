import { http, HttpResponse } from 'msw';

import type { NotificationRead, SeenNotifications } from '@/api/generated/types.gen';
import { serverNow } from '@/shared/lib/server-clock';

import { CONSULT_ID } from './make-consult';
import { server } from './server';

type Details = NotificationRead['details'];

/** A notification from now about Rosa Marsh; a test overrides only what it is about. */
export function makeNotification({
  details,
  ...about
}: Partial<Omit<NotificationRead, 'details'>> & { details?: Partial<Details> } = {}): NotificationRead {
  return {
    id: 'a0000000-0000-4000-8000-000000000001',
    kind: 'SignoffNoteDraft',
    title: 'Signoff Note in Progress',
    createdAt: new Date(serverNow()).toISOString(),
    isNew: true,
    details: {
      type: 'SignoffNoteDraft',
      patientGivenName: 'Rosa',
      patientFamilyName: 'Marsh',
      consultId: CONSULT_ID,
      actionName: 'Continue Note',
      ...details,
    },
    ...about,
  };
}

/** Another one from now; a function, as this module is loaded once for many test files. */
export function makeSignedNotification(): NotificationRead {
  return makeNotification({
    id: 'a0000000-0000-4000-8000-000000000002',
    kind: 'SignoffNoteSigned',
    title: 'Signoff Note Signed',
    details: {
      type: 'SignoffNoteSigned',
      actionName: 'View Note',
      patientGivenName: 'Omar',
      patientFamilyName: 'Bell',
    },
  });
}

type Version = Pick<NotificationRead, 'id' | 'createdAt'>;

function isSame(one: Version, other: Version): boolean {
  return one.id === other.id && one.createdAt === other.createdAt;
}

type Answer = () => Response | Promise<Response>;

/** A server with a user's notifications, which a test may change. */
export function serveNotifications(first: readonly NotificationRead[]) {
  const served = {
    list: [...first],
    calls: [] as string[],
    answer: (): Response | Promise<Response> => HttpResponse.json(served.list),
    change: (): Response | Promise<Response> => new HttpResponse(null, { status: 204 }),
  };
  const changed = async (call: string, change: (list: NotificationRead[]) => NotificationRead[]) => {
    served.calls.push(call);
    const answer = await served.change();
    if (answer.ok) served.list = change(served.list);
    return answer;
  };
  const read: Answer = () => {
    served.calls.push('list');
    return served.answer();
  };
  server.use(
    http.get('*/api/notifications/:user', read),
    http.post('*/api/notifications/:user/setNotNew', async ({ params: { user }, request }) => {
      const { shown } = (await request.json()) as SeenNotifications;
      return changed(`setNotNew ${String(user)}`, (list) =>
        list.map((one) => (shown.some((each) => isSame(each, one)) ? { ...one, isNew: false } : one)),
      );
    }),
    http.post('*/api/notification/:id/dismiss', ({ params, request }) => {
      const shown = new URL(request.url).searchParams.get('createdAt');
      return changed(`dismiss ${String(params.id).slice(-1)}`, (list) =>
        list.filter(({ id, createdAt }) => id !== params.id || createdAt !== shown),
      );
    }),
  );
  return served;
}
