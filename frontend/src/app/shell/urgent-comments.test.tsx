import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { switchSound } from '@/shared/media/alert-sound';
import { serverNow } from '@/shared/lib/server-clock';
import { fakeAlertTone, passSeconds, toneStarted } from '@/testing/fake-alert-tone';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { untilConnected, untilLost } from '@/testing/live-server';
import { hideTab } from '@/testing/live-worklist';
import { CONSULT_ID } from '@/testing/make-consult';
import { showCall } from '@/testing/meeting';
import { makeNotification } from '@/testing/notifications';
import { makeUrgent, openToast, provider, showUrgent, SLOW, TITLE, toast, untilGone } from '@/testing/urgent-comments';

const LONGER_THAN_OTHER_TOASTS = 11_000;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const wait = (milliseconds: number) => act(() => new Promise<void>((done) => void setTimeout(done, milliseconds)));

it('[NOTIF-13] [RT-06] shows an urgent comment to the notified user, with the same data as the bell, until Close is pressed', async () => {
  const { served, comment } = await showUrgent();
  speedUpTimers();
  await comment(makeUrgent());
  const shown = within(await toast());
  expect(shown.getByText(TITLE)).toBeInTheDocument();
  expect(shown.getByText('Rosa Marsh')).toBeInTheDocument();
  await wait(LONGER_THAN_OTHER_TOASTS);
  await userEvent.click(screen.getByRole('button', { name: `Close ${TITLE}, Rosa Marsh` }));
  await untilGone();
  await waitFor(() => expect(served.requests).toContain('dismiss 1'));
});

it('[NOTIF-13] is announced once, and again only for the next comment on the same consult', async () => {
  const { comment, live } = await showUrgent();
  await comment(makeUrgent());
  const first = await toast();
  await live.send('notification:changed', {});
  await live.send('notification:added', { consultId: CONSULT_ID });
  await act(() => fetch('/api/notifications/1'));
  expect(await toast()).toBe(first);
  await comment(makeUrgent({ createdAt: new Date(serverNow() + 60_000).toISOString() }));
  await waitFor(() => expect(first).not.toBeInTheDocument(), SLOW);
  expect(await toast()).toHaveTextContent(TITLE);
});

it.each(['Close', 'Open'])(
  '[NOTIF-13] [NOTIF-05] %s dismisses the comment that was shown, and the next one on the consult appears even though its event was missed',
  async (button) => {
    const { served, comment } = await showUrgent();
    await comment(makeUrgent({ createdAt: '2026-03-04T12:00:00.000001Z' }));
    const first = await toast();
    served.list = [makeUrgent({ createdAt: '2026-03-04T12:00:00.000002Z' })];
    await userEvent.click(screen.getByRole('button', { name: `${button} ${TITLE}, Rosa Marsh` }));
    await waitFor(() => expect(served.requests).toContain('dismiss 1'), SLOW);
    await waitFor(() => expect(first).not.toBeInTheDocument(), SLOW);
    const next = within(await toast());
    expect(next.getByText(TITLE).closest('[role=alert]')?.querySelector('time')).toHaveAttribute(
      'datetime',
      '2026-03-04T12:00:00.000002Z',
    );
    await userEvent.click(next.getByRole('button', { name: `Close ${TITLE}, Rosa Marsh` }));
    await untilGone();
    await waitFor(() => expect(served.list).toEqual([]));
  },
);

it('[NOTIF-13] [NOTIF-05] shows the next comment on a consult while the previous one is being dismissed', async () => {
  const { served, comment } = await showUrgent();
  await comment(makeUrgent({ createdAt: '2026-03-04T12:00:00Z' }));
  await toast();
  let respond: (response: Response) => void = () => undefined;
  served.change = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  await userEvent.click(screen.getByRole('button', { name: `Close ${TITLE}, Rosa Marsh` }));
  await untilGone();
  await waitFor(() => expect(served.requests).toContain('dismiss 1'));
  await comment(makeUrgent({ createdAt: '2026-03-04T12:01:00Z' }));
  const next = await toast();
  respond(new HttpResponse(null, { status: 204 }));
  await waitFor(() => expect(served.requests.slice(-2)).toEqual(['list', 'list']), SLOW);
  expect(next).toBeInTheDocument();
});

it('[NOTIF-13] opens the consult, even from an expanded call, and is dismissed by that', async () => {
  showCall();
  const { served, comment, router } = await showUrgent();
  await userEvent.click(await screen.findByRole('button', { name: 'Expand' }, SLOW));
  await comment(makeUrgent());
  await openToast();
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, SLOW);
  expect(router.state.location.pathname).toBe(`/consult/${CONSULT_ID}`);
  expect(document.querySelector('main')).not.toHaveAttribute('inert');
  await untilGone();
  expect(served.requests).toContain('dismiss 1');
});

it('[NOTIF-13] [RT-06] appears in every tab until it is dismissed in one', async () => {
  const { served, comment, live } = await showUrgent();
  await comment(makeUrgent());
  await toast();
  served.list = [];
  await live.send('notification:changed', {});
  await untilGone();
  expect(served.requests).not.toContain('dismiss 1');
});

it('[NOTIF-13] [NOTIF-04] stays when the bell is opened, which marks notifications as seen', async () => {
  const { served, comment } = await showUrgent();
  await comment(makeUrgent());
  await toast();
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 new' }));
  await screen.findByRole('dialog', { name: 'Notifications' }, SLOW);
  await waitFor(() => expect(served.list.map(({ isNew }) => isNew)).toEqual([false]));
  await screen.findByRole('button', { name: 'Notifications' });
  expect(await toast()).toHaveTextContent('Rosa Marsh');
});

it('returns focus to where it was', async () => {
  const { comment } = await showUrgent();
  const bell = screen.getByRole('button', { name: /^Notifications/ });
  await comment(makeUrgent());
  await toast();
  bell.focus();
  await userEvent.click(screen.getByRole('button', { name: `Close ${TITLE}, Rosa Marsh` }));
  await untilGone();
  expect(bell).toHaveFocus();
});

it('[NOTIF-13] shows no toast for a note, nor for an urgent comment that was seen before', async () => {
  const { live } = await showUrgent([makeNotification(), makeUrgent({ id: 'seen', isNew: false })]);
  await screen.findByRole('button', { name: 'Notifications, 1 new' });
  await live.send('notification:changed', {});
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each([
  ['seen', false],
  ['hidden', true],
])(
  '[NOTIF-13] [RT-03] a comment missed while the connection was lost sounds in a tab that is %s, and is shown',
  async (_, hidden) => {
    fakeAlertTone();
    await switchSound(provider.id, true);
    onTestFinished(() => hideTab(false));
    const { live, served, comment } = await showUrgent();
    expect(toneStarted).toHaveBeenCalledTimes(2);
    await comment(makeUrgent());
    await toast();
    expect(toneStarted).toHaveBeenCalledTimes(4);
    hideTab(hidden);
    speedUpTimers();
    live.drop();
    await untilLost();
    passSeconds(11);
    served.list = [makeUrgent({ createdAt: new Date(serverNow() + 60_000).toISOString() })];
    await act(untilConnected);
    await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(6), SLOW);
    hideTab(false);
    expect(await toast()).toHaveTextContent('Rosa Marsh');
    expect(toneStarted).toHaveBeenCalledTimes(6);
  },
);
