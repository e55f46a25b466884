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

/** Another notification from now; a function, because this module is loaded once for many test files. */
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

function isSame(a: Version, b: Version): boolean {
  return a.id === b.id && a.createdAt === b.createdAt;
}

type Respond = () => Response | Promise<Response>;

/** A server with a user's notifications, which a test may change. */
export function serveNotifications(first: readonly NotificationRead[]) {
  const served = {
    list: [...first],
    requests: [] as string[],
    respond: (): Response | Promise<Response> => HttpResponse.json(served.list),
    change: (): Response | Promise<Response> => new HttpResponse(null, { status: 204 }),
  };
  const changed = async (call: string, change: (list: NotificationRead[]) => NotificationRead[]) => {
    served.requests.push(call);
    const response = await served.change();
    if (response.ok) served.list = change(served.list);
    return response;
  };
  const read: Respond = () => {
    served.requests.push('list');
    return served.respond();
  };
  server.use(
    http.get('*/api/notifications/:user', read),
    http.post('*/api/notifications/:user/setNotNew', async ({ params: { user }, request }) => {
      const { shown } = (await request.json()) as SeenNotifications;
      return changed(`setNotNew ${String(user)}`, (list) =>
        list.map((entry) => (shown.some((each) => isSame(each, entry)) ? { ...entry, isNew: false } : entry)),
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
