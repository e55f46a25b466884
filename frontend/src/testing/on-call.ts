import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import type { CheckInRead, CheckInRequest, PreferenceRequest } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { makeMe, permissions } from './me';
import { renderApp } from './render-app';
import { server } from './server';
import { makeLine } from './worklist';

export const psych = makeLine(3, 'Tele-Psych');
export const stroke = makeLine(2, 'Tele-Stroke', true);
export const PHONE = '(555) 010-0199';
export const SLOW = { timeout: 10_000 };

/** A provider who may go on call for psych and has a phone number on file. */
export const provider = makeMe({
  username: 'psych',
  isVirtual: true,
  rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult'),
  defaultCheckinRoleId: 21,
  activeServiceLines: [psych],
  preferences: { onCallNotificationType: true, onCallServiceLine: null, onCallPhoneNumber: PHONE },
});

/** A server where checking in and out changes the user's state, and saving settings changes the stored settings. */
export function serveOnCall(me: Me) {
  const served = {
    fails: false,
    lists: 0,
    notificationLists: 0,
    changes: [] as { call: string; body: unknown }[],
    /** The open check-ins; a test may change them as another device would. */
    duties: [] as CheckInRead[],
    isOn: () => served.duties.length > 0,
  };
  let { preferences } = me;
  const respond = async (call: string, request: Request, change: () => void) => {
    served.changes.push({ call, body: await request.json().catch(() => null) });
    if (served.fails) return HttpResponse.json({ code: 'bad' }, { status: 400 });
    change();
    return HttpResponse.json({}, { status: 201 });
  };
  server.use(
    http.get('*/api/me', () => {
      const checkedInLineIds = served.duties.map(({ serviceLineId }) => serviceLineId);
      return HttpResponse.json({ ...me, preferences, checkedInLineIds });
    }),
    http.get('*/api/checkin', () => HttpResponse.json(served.duties)),
    http.post('*/api/checkin', async ({ request }) => {
      const { replacesServiceLineId, ...wanted } = (await request.clone().json()) as CheckInRequest;
      const ended = new Set([wanted.serviceLineId, replacesServiceLineId]);
      return respond('checkin', request, () => {
        served.duties = [
          ...served.duties.filter(({ serviceLineId }) => !ended.has(serviceLineId)),
          { ...wanted, id: wanted.serviceLineId, subject: 'consult' },
        ];
      });
    }),
    http.post('*/api/checkout', ({ request }) =>
      respond('checkout', request, () => {
        served.duties = [];
      }),
    ),
    http.put('*/api/checkin/preference', async ({ request }) => {
      const saved = (await request.clone().json()) as PreferenceRequest;
      preferences = saved.preferences;
      return respond('preference', request, () => undefined);
    }),
    http.get('*/api/notifications/:id', () => {
      served.notificationLists += 1;
      return HttpResponse.json([]);
    }),
    http.post('*/api/consults/$search', () => {
      served.lists += 1;
      return HttpResponse.json({ consults: [], hasMore: false });
    }),
  );
  return served;
}

/** Opens the worklist page and waits for it and the on-call toggle; on call from the start for these check-ins. */
export async function openOnCall(me: Me, duties: CheckInRead[] = []) {
  const { queryClient } = renderApp('/consult', { me });
  const served = serveOnCall(me);
  served.duties = duties;
  const toggle = await screen.findByRole('switch', { name: /Call$/ }, SLOW);
  await screen.findByRole('heading', { name: 'No Consults' }, SLOW);
  return { served, toggle, queryClient, user: userEvent.setup() };
}
