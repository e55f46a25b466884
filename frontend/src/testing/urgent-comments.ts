import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, onTestFinished } from 'vitest';

import type { NotificationRead } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { connectLive } from './live-server';
import { CONSULT_ID, dana, makeEntry } from './make-consult';
import { makeMe, permissions } from './me';
import { makeNotification, serveNotifications } from './notifications';
import { renderApp } from './render-app';
import { server } from './server';
import { CONSULT } from './show-consult';
import { consultWithNote } from './show-note-page';
import { serveList } from './worklist';

export const provider = makeMe({
  ...dana,
  rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult'),
});
export const SLOW = { timeout: 10_000 };
export const TITLE = 'Urgent Comment';

export function makeUrgent(about: Partial<Omit<NotificationRead, 'details'>> = {}): NotificationRead {
  return makeNotification({
    kind: 'UrgentComment',
    title: TITLE,
    ...about,
    details: { type: null, actionName: 'View Comment' },
  });
}

let entries = 0;

/** A timeline comment, created with or after the notification. */
export function commentAt(createdAt: string, message = 'Seizing now.') {
  entries += 1;
  return makeEntry({ id: entries, taskType: 'update', createdAt, message });
}

/** A user on the help page with a live connection and these notifications. */
export async function showUrgent(list: NotificationRead[] = [], me: Me = provider) {
  const live = await connectLive();
  onTestFinished(live.close);
  const app = renderApp('/help', { me });
  serveList([]);
  const timeline = {
    entries: list.map(({ createdAt }) => commentAt(createdAt)),
    respond: (): Response | Promise<Response> => HttpResponse.json(timeline.entries),
  };
  server.use(
    http.get(CONSULT, () => HttpResponse.json(consultWithNote)),
    http.get(`${CONSULT}/sign-off-notes`, () => HttpResponse.json([])),
    http.get(`${CONSULT}/updates`, () => timeline.respond()),
    http.get('*/api/locations/me', () => HttpResponse.json([])),
    http.get('*/api/locations/me/favorites', () => HttpResponse.json([])),
  );
  const served = serveNotifications(list);
  await screen.findByRole('button', { name: /^Notifications/ }, SLOW);
  await waitFor(() => expect(served.requests).toEqual(['list']));
  const comment = async (...now: NotificationRead[]) => {
    served.list = now;
    timeline.entries.push(...now.map(({ createdAt }) => commentAt(createdAt)));
    await live.send('notification:urgent', { consultId: CONSULT_ID });
  };
  return { ...app, live, served, comment, timeline };
}

export const toast = () => screen.findByRole('alert', {}, SLOW);
export const untilGone = () => waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument(), SLOW);

/** Presses Open on the toast about Rosa Marsh. */
export const openToast = async () =>
  userEvent.click(await screen.findByRole('button', { name: `Open ${TITLE}, Rosa Marsh` }, SLOW));
