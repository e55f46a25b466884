import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { NotificationRead } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';
import { connectLive } from '@/testing/live-server';
import { CONSULT_ID, dana } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { makeNotification, makeSignedNotification, serveNotifications } from '@/testing/notifications';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, refusal } from '@/testing/show-consult';
import { consultWithNote, noteOpen } from '@/testing/show-note-page';
import { shortenNotes } from '@/testing/short-note-form';
import { draftNote, serveNote } from '@/testing/stroke-note';
import { serveList, serveTransfers } from '@/testing/worklist';

const provider = makeMe({
  ...dana,
  medipacId: 'M-17',
  rbacPermissions: permissions('List Consult', 'View Consult', 'Give Consult', 'ViewSignoffNoteFor Consult'),
});
const SLOW = { timeout: 10_000 };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

function show(list: NotificationRead[], path = '/help', me: Me = provider) {
  shortenNotes();
  const app = renderApp(path, { me });
  serveList([]);
  serveTransfers([]);
  server.use(
    http.get(CONSULT, () => HttpResponse.json(consultWithNote)),
    http.get(`${CONSULT}/sign-off-notes`, () => HttpResponse.json([draftNote()])),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([])),
    http.get('*/api/locations/me', () => HttpResponse.json([])),
    http.get('*/api/locations/me/favorites', () => HttpResponse.json([])),
  );
  return { ...app, served: serveNotifications(list), note: serveNote() };
}

const bell = (name: RegExp | string = /^Notifications/) => screen.findByRole('button', { name }, SLOW);
const panel = () => screen.findByRole('dialog', { name: 'Notifications' }, SLOW);

async function openAndPress(name: string) {
  await userEvent.click(await bell());
  await panel();
  await userEvent.click(await screen.findByRole('button', { name }));
}

// The routes for signed-in users request them while the page is being rendered, the help page only for the bell.
it.each([
  ['/help', ['List Consult', 'Ask Consult']],
  ['/consult', ['List Consult', 'View Consult']],
  ['/transfer', ['List Transfer', 'View Transfer']],
] as const)(
  '[NAV-09] [NOTIF-02] [PERM-06] on %s, there is no bell, and no request, with only %j',
  async (path, pairs) => {
    const { served, queryClient, router } = show([], path, makeMe({ rbacPermissions: permissions(...pairs) }));
    expect(await screen.findByRole('button', { name: /'s profile$/ }, SLOW)).toBeInTheDocument();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(router.state.location.pathname).toBe(path);
    expect(screen.queryByRole('button', { name: /^Notifications/ })).not.toBeInTheDocument();
    expect(served.requests).toEqual([]);
  },
);

it.each(['/help', '/consult'])(
  '[NAV-09] [NOTIF-02] [NOTIF-03] [PERM-06] on %s, loads the notifications of users who may give consults, once',
  async (path) => {
    const { served } = show([makeNotification()], path);
    expect(await bell('Notifications, 1 new')).toBeInTheDocument();
    expect(served.requests).toEqual(['list']);
  },
);

it('[NOTIF-06] [NOTIF-07] [SIGN-55] a draft opens the stroke note on its consult, once', async () => {
  const { router, note } = show([makeNotification()]);
  await openAndPress('Continue Note');
  await noteOpen();
  expect(screen.getByRole('dialog', { name: 'Stroke Note' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(`/consult/${CONSULT_ID}`);
  expect(router.state.location.href).not.toContain('note');
  expect(router.state.location.state.opensNote).toBeUndefined();
  expect(note.order).toEqual(['lock']);
  await userEvent.click(screen.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  act(() => router.history.back());
  await waitFor(() => expect(router.state.location.pathname).toBe('/help'));
});

it('[NOTIF-07] [SIGN-55] opens the note on the consult that is already open, and again after it was closed', async () => {
  const { note } = show([makeNotification()], `/consult/${CONSULT_ID}`);
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
  for (const opened of [1, 2]) {
    await openAndPress('Continue Note');
    await noteOpen();
    expect(note.locks).toHaveLength(opened);
    await userEvent.click(screen.getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
});

it('[NOTIF-07] [SIGN-58] [BERR-05] [BPERM-18] explains why the note may not be edited now', async () => {
  const { note } = show([makeNotification()]);
  note.responses.lock = () => refusal(403, { code: 'not_checked_in', message: 'Check in first.' });
  await openAndPress('Continue Note');
  expect(await screen.findByText('Check in first.', {}, SLOW)).toBeInTheDocument();
  expect(screen.getByText('Contact Help Desk.')).toBeInTheDocument();
});

it('[NOTIF-08] [SIGN-56] [SIGN-49] a signed note is opened as a document in a new window', async () => {
  const signed = makeSignedNotification();
  const ofOther = { patientGivenName: 'Rosa', patientFamilyName: 'Marsh', consultId: crypto.randomUUID() };
  const other = { ...signed, id: crypto.randomUUID(), details: { ...signed.details, ...ofOther } };
  const { router } = show([other, signed]);
  const page = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document');
  const file = new HttpResponse('%PDF-', { headers: { 'Content-Type': 'application/pdf' } });
  server.use(http.get(`${CONSULT}/export-sign-off-note`, () => file));
  await userEvent.click(await bell());
  const card = (await within(await panel()).findByText('Omar Bell')).closest('li')!;
  await userEvent.click(within(card).getByRole('button', { name: 'View Note' }));
  await waitFor(() => expect(page.location.replace).toHaveBeenCalledWith('blob:document'));
  expect(router.state.location.pathname).toBe('/help');
  expect(card).toBeInTheDocument();
});

it('[NOTIF-12] [NOTIF-08] [SIGN-56] [BERR-23] closes the window and shows an error for a signed note that may no longer be viewed', async () => {
  show([makeSignedNotification()]);
  const page = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window);
  server.use(http.get(`${CONSULT}/export-sign-off-note`, () => refusal(403)));
  await openAndPress('View Note');
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(page.close).toHaveBeenCalledOnce();
});

it('[NOTIF-12] a notification about a consult of an on-call shift disappears when the shift ends', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { served } = show([makeNotification()]);
  await bell('Notifications, 1 new');
  served.list = [];
  await live.send('user:updated', { userId: provider.id });
  expect(await bell('Notifications')).toBeInTheDocument();
});

it('[NOTIF-06] [NOTIF-13] a notification about a failed fax opens its consult', async () => {
  const { router, note } = show([
    makeNotification({ kind: 'FaxFailed', details: { type: null, actionName: 'Open Consult' } }),
  ]);
  await openAndPress('Open Consult');
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
  expect(router.state.location.pathname).toBe(`/consult/${CONSULT_ID}`);
  expect(note.order).toEqual([]);
});

it('[RT-06] [NOTIF-03] [NOTIF-04] a new notification is counted, listed and announced to screen readers', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { served } = show([]);
  await bell('Notifications');
  await waitFor(() => expect(served.requests).toEqual(['list']));
  served.list = [makeNotification()];
  await live.send('notification:added', { consultId: CONSULT_ID });
  expect(await bell('Notifications, 1 new')).toHaveTextContent('1');
  expect(screen.getByText('1 new notification')).toHaveAttribute('role', 'status');
  await userEvent.click(await bell());
  await panel();
  await waitFor(() => expect(served.requests.filter((call) => call.startsWith('set'))).toHaveLength(1));
  served.list = [
    { ...makeSignedNotification(), createdAt: new Date(Date.now() + 1_000).toISOString() },
    ...served.list,
  ];
  await live.send('notification:added', { consultId: CONSULT_ID });
  expect(await screen.findByText('Omar Bell')).toBeInTheDocument();
  await waitFor(() => expect(served.requests.filter((call) => call.startsWith('set'))).toHaveLength(2));
});

it('[RT-06] [NOTIF-03] a withdrawn notification disappears', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { served } = show([makeNotification()]);
  await bell('Notifications, 1 new');
  served.list = [];
  await live.send('notification:changed', {});
  expect(await bell('Notifications')).toBeInTheDocument();
});

it('[RT-06] [NOTIF-11] a notification withdrawn while the panel opens disappears, too', async () => {
  const live = await connectLive();
  onTestFinished(live.close);
  const { served } = show([makeNotification()]);
  await bell('Notifications, 1 new');
  served.list = [];
  const { respond } = served;
  // The refetch for the event is still in flight when the panel opens.
  served.respond = () => new Promise(() => undefined);
  await live.send('notification:changed', {});
  await waitFor(() => expect(served.requests).toEqual(['list', 'list']));
  served.respond = respond;
  await userEvent.click(await bell());
  expect(await screen.findByText('No Notifications')).toBeInTheDocument();
});
