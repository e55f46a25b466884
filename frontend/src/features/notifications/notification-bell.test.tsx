import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { NotificationRead } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { makeMe } from '@/testing/me';
import { makeNotification, makeSignedNotification, serveNotifications } from '@/testing/notifications';
import { renderFeature } from '@/testing/render-app';
import { refusal } from '@/testing/show-consult';

import { NotificationBell } from './notification-bell';
import { NotificationPanel } from './notification-panel';
import { notificationsQuery } from './queries';

const me = makeMe({ id: 7 });
const draft = makeNotification();
const signedNotification = makeSignedNotification();
const third = makeNotification({
  id: 'a0000000-0000-4000-8000-000000000003',
  isNew: false,
  details: { patientGivenName: 'Iris' },
});

function Panel({ onClose }: { onClose: () => void }) {
  return <NotificationPanel onClose={onClose} action={({ details }) => <button>{details.actionName}</button>} />;
}

function show(...list: NotificationRead[]) {
  const served = serveNotifications(list);
  const view = renderFeature(<NotificationBell panel={Panel} onNear={() => undefined} />, { me });
  return { ...view, served };
}

const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name });
const open = async () => userEvent.click(await bell());
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }));
const titles = () => screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
const dismiss = (title: string) => screen.getByRole('button', { name: new RegExp(`^Dismiss ${title}`) });
const DRAFT = 'Signoff Note in Progress';
const SIGNED = 'Signoff Note Signed';

it('[NOTIF-03] the bell counts new notifications', async () => {
  show(signedNotification, draft, third);
  expect(await bell('Notifications, 2 new')).toHaveTextContent('2');
});

it('[NOTIF-03] the bell shows no count if none are new', async () => {
  const { served } = show(third);
  await waitFor(() => expect(served.requests).toEqual(['list']));
  expect(await bell('Notifications')).toHaveTextContent(/^$/);
});

it('[NOTIF-03] the bell does not count beyond 99', async () => {
  show(...Array.from({ length: 100 }, (_, index) => ({ ...draft, id: `${draft.id}${index}` })));
  expect(await bell('Notifications, 100 new')).toHaveTextContent('99+');
});

it("[NOTIF-01] [NOTIF-06] the panel lists each notification with its patient, age and action, in the server's order", async () => {
  const earlier = new Date(Date.parse(draft.createdAt) - 5 * 60_000).toISOString();
  show(makeSignedNotification(), makeNotification({ createdAt: earlier }));
  await open();
  const list = await panel();
  const [first, second] = list.getAllByRole('listitem').map((item) => within(item));
  for (const words of [SIGNED, 'Omar Bell', 'Now']) expect(first?.getByText(words)).toBeInTheDocument();
  expect(first?.getByRole('button', { name: 'View Note' })).toBeInTheDocument();
  // Just after midnight, it was yesterday.
  for (const words of [DRAFT, 'Rosa Marsh', /^(\d min ago|Yesterday, .+)$/])
    expect(second?.getByText(words)).toBeInTheDocument();
  expect(second?.getByRole('button', { name: 'Continue Note' })).toBeInTheDocument();
});

it('[NOTIF-04] [NOTIF-03] opening the panel marks all as seen on the server; they stay highlighted while it is open', async () => {
  const { served } = show(draft, third);
  await bell('Notifications, 1 new');
  expect(served.requests).toEqual(['list']);
  await open();
  await waitFor(() => expect(served.requests).toEqual(['list', 'setNotNew 7']));
  expect(await screen.findByRole('button', { name: 'Notifications', hidden: true })).toHaveTextContent(/^$/);
  expect(titles()).toEqual([`New: ${DRAFT}`, DRAFT]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await open();
  await panel();
  expect(titles()).toEqual([DRAFT, DRAFT]);
  await waitFor(() => expect(served.requests).toEqual(['list', 'setNotNew 7', 'setNotNew 7']));
});

it('[NOTIF-04] [NOTIF-03] if that fails they count as new again, and it is not retried endlessly', async () => {
  const { served, queryClient } = show(draft);
  const disconnect = connectQueries(queryClient);
  served.change = () => refusal(400);
  await open();
  await waitFor(() => expect(served.requests).toEqual(['list', 'setNotNew 7', 'list']));
  await userEvent.keyboard('{Escape}');
  expect(await bell('Notifications, 1 new')).toHaveFocus();
  expect(served.requests).toEqual(['list', 'setNotNew 7', 'list']);
  disconnect();
});

it('[NOTIF-04] notifications that arrive while the panel is open are marked as seen, too', async () => {
  const { served, queryClient } = show(draft);
  await open();
  await waitFor(() => expect(served.requests).toEqual(['list', 'setNotNew 7']));
  const later = new Date(Date.parse(draft.createdAt) + 60_000).toISOString();
  served.list = [{ ...signedNotification, createdAt: later }, ...served.list];
  await act(() => queryClient.invalidateQueries(notificationsQuery(me.id)));
  await waitFor(() => expect(served.requests).toEqual(['list', 'setNotNew 7', 'list', 'setNotNew 7']));
  expect(served.list.map(({ isNew }) => isNew)).toEqual([false, false]);
  expect(titles()).toEqual([`New: ${SIGNED}`, `New: ${DRAFT}`]);
});

it('[NOTIF-04] a notification that arrives after the list was shown stays new, whether it replaces another or arrives late', async () => {
  const { served, queryClient } = show(draft);
  const disconnect = connectQueries(queryClient);
  await bell('Notifications, 1 new');
  const shift = (by: number) => new Date(Date.parse(draft.createdAt) + by).toISOString();
  served.list = [
    { ...draft, createdAt: shift(1) },
    { ...signedNotification, createdAt: shift(-60_000) },
  ];
  const listed: boolean[][] = [];
  served.respond = () => {
    listed.push(served.list.map(({ isNew }) => isNew));
    return HttpResponse.json(served.list);
  };
  await open();
  await waitFor(() => expect(served.requests).toEqual(['list', 'setNotNew 7', 'list', 'setNotNew 7', 'list']));
  expect(listed).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(titles()).toEqual([`New: ${DRAFT}`, `New: ${SIGNED}`]);
  disconnect();
});

it('[NOTIF-05] a dismissed notification disappears before the server responds', async () => {
  const { served } = show(signedNotification, draft);
  let answer: (response: Response) => void = () => undefined;
  await open();
  await panel();
  await waitFor(() => expect(served.requests).toContain('setNotNew 7'));
  served.change = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await userEvent.click(dismiss(SIGNED));
  expect(titles()).toEqual([`New: ${DRAFT}`]);
  await waitFor(() => expect(served.requests).toContain('dismiss 2'));
  answer(new HttpResponse(null, { status: 204 }));
  await waitFor(() => expect(served.list).toHaveLength(1));
  expect(titles()).toEqual([`New: ${DRAFT}`]);
});

it('[NOTIF-04] [NOTIF-05] a dismissal refers to the notification that was shown, so that a newer one about the same consult stays', async () => {
  const { served, queryClient } = show(draft);
  const disconnect = connectQueries(queryClient);
  await open();
  await waitFor(() => expect(served.requests).toEqual(['list', 'setNotNew 7', 'list']));
  served.list = [{ ...draft, createdAt: new Date(Date.parse(draft.createdAt) + 1).toISOString() }];
  await userEvent.click(dismiss(DRAFT));
  await waitFor(() => expect(served.requests.slice(3)).toEqual(['dismiss 1', 'list', 'setNotNew 7', 'list']));
  expect(titles()).toEqual([`New: ${DRAFT}`]);
  disconnect();
});

it('[NOTIF-05] a notification whose dismissal failed reappears, with an error', async () => {
  const { served } = show(signedNotification, draft);
  await open();
  await panel();
  await waitFor(() => expect(served.requests).toContain('setNotNew 7'));
  served.change = () => refusal(400);
  await userEvent.click(dismiss(SIGNED));
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  await waitFor(() => expect(titles()).toEqual([`New: ${SIGNED}`, `New: ${DRAFT}`]));
});

it('[NOTIF-11] shows No Notifications if there are none, and when the last is dismissed', async () => {
  show(draft);
  await open();
  await panel();
  expect(screen.queryByText('No Notifications')).not.toBeInTheDocument();
  await userEvent.click(dismiss(DRAFT));
  expect(await screen.findByText('No Notifications')).toBeInTheDocument();
});

it('focus moves to the notification next to the dismissed one, and back to the bell when the panel closes', async () => {
  show(signedNotification, draft, third);
  await open();
  await panel();
  await userEvent.click(dismiss(SIGNED));
  expect(screen.getByRole('button', { name: `Dismiss ${DRAFT}, Rosa Marsh` })).toHaveFocus();
});

it('[NOTIF-05] [NOTIF-11] focus stays in the panel when the last notification is dismissed, and returns to the bell when the panel closes', async () => {
  show(draft);
  await open();
  const dialog = await screen.findByRole('dialog', { name: 'Notifications' });
  await userEvent.click(dismiss(DRAFT));
  await screen.findByText('No Notifications');
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(await bell()).toHaveFocus();
});

it('[NOTIF-01] shows that it is loading, and that loading failed, with a retry', async () => {
  const { served } = show(draft);
  let answer: (response: Response) => void = () => undefined;
  served.respond = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await open();
  expect(await screen.findByText('Loading notifications')).toBeInTheDocument();
  await waitFor(() => expect(served.requests).toContain('list'));
  answer(refusal(400));
  expect(await screen.findByText('Failed to load notifications')).toBeInTheDocument();
  expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
  served.respond = () => HttpResponse.json([draft]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Rosa Marsh')).toBeInTheDocument();
});
