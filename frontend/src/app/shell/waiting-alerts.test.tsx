import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { PageRead } from '@/api/generated/types.gen';
import { arrive, forgetArrivals } from '@/features/worklist/arrivals';
import { session } from '@/session/state';
import { switchSound } from '@/shared/media/alert-sound';
import { fakeAlertTone, toneStarted, toneVolume } from '@/testing/fake-alert-tone';
import { connectLive } from '@/testing/live-server';
import { hideTab } from '@/testing/live-worklist';
import { CONSULT_ID } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { makePage, servePages } from '@/testing/pages';
import { fakePushBrowser, removePushBrowser } from '@/testing/push-browser';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';

const SLOW = { timeout: 10_000 };
const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
const consultId = (number: number) => `7d9d2f5e-1111-4f7a-9a52-6f6c2a7d9e1${number}`;
const icu = makePage({ id: 1, consultId: consultId(1), serviceLineName: 'Tele-ICU', priority: 'routine' });
const stroke = makePage({ id: 2, consultId: consultId(2) });
const psych = makePage({ id: 3, consultId: consultId(3), serviceLineName: 'Tele-Psych', priority: 'urgent' });
const pushed = { title: 'push', body: '', silent: false, data: { link: '', receipt: 'r' } };

beforeEach(() => {
  server.use(
    http.get('*/api/consults/:id', () => HttpResponse.json({}, { status: 404 })),
    ...emptyAnswers,
  );
  fakeAlertTone();
});
afterEach(() => {
  hideTab(false);
  removePushBrowser();
});

/** The help page of a user for whom nothing waits; `send` changes that. */
async function open() {
  const live = await connectLive();
  onTestFinished(live.close);
  const served = servePages([]);
  renderApp('/help', { me });
  await screen.findByRole('link', { name: 'Wardline, home' });
  const log = await screen.findByRole('log', { name: 'New pages' });
  const said = () => [...log.children].map(({ textContent }) => textContent);
  const send = async (...list: PageRead[]) => {
    served.list = list;
    await live.send('page:changed', { consultId: CONSULT_ID });
    await waitFor(() => expect(waiting()).toBe(list.length), SLOW);
  };
  return { send, said };
}

const waiting = () => {
  const bar = screen.queryByRole('region', { name: 'Waiting for you' });
  if (bar === null) return 0;
  const more = within(bar).queryByRole('button', { name: /more waiting/ });
  return within(bar).getAllByRole('listitem').length + Number(more?.textContent.split(' ')[0] ?? 0);
};

function holdTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

it('[NOTIF-13] counts in the title what waits, once with what the list has announced, until it no longer waits', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  onTestFinished(forgetArrivals);
  const { send } = await open();
  act(() => arrive([stroke.consultId, consultId(9)]));
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /));
  await send(stroke, icu);
  await waitFor(() => expect(document.title).toMatch(/^\(3\) .+ · Wardline$/));
  await send();
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /));
});

it('[NOTIF-13] what comes within ten seconds makes one sound, and is announced and shown together', async () => {
  const { shown } = fakePushBrowser({ permission: 'granted' });
  holdTimers();
  const { send, said } = await open();
  await act(() => switchSound(me.id, true));
  toneStarted.mockClear();
  hideTab(true);
  await send(icu);
  await waitFor(() => expect(said()).toEqual(['New Consult, routine: Tele-ICU, Lakeshore General - ED.']));
  await waitFor(() => expect([...shown.values()]).toMatchObject([{ title: 'Routine: New Consult', silent: true }]));
  await send(icu, psych);
  await send(icu, psych, makePage({ id: 4, consultId: consultId(4), priority: 'urgent' }));
  await pass(5);
  expect([said().length, shown.size]).toEqual([1, 1]);
  await pass(6);
  await waitFor(() => expect(said()[1]).toBe('3 pages are waiting for you.'));
  await waitFor(() => expect([...shown.values()]).toMatchObject([{ title: '3 pages are waiting for you' }]));
  expect(toneStarted).toHaveBeenCalledTimes(2);
  await pass(60);
  expect([shown.size, toneStarted.mock.calls.length]).toEqual([1, 2]);
  expect(said(), 'what was said and may no longer be true').toEqual([]);
});

it('[NOTIF-13] several at once are one announcement, and one notification that leads to the most urgent', async () => {
  const { shown } = fakePushBrowser({ permission: 'granted' });
  const { send, said } = await open();
  hideTab(true);
  await send(icu, stroke, psych);
  await waitFor(() => expect(said()).toEqual(['3 pages are waiting for you.']));
  await waitFor(() => expect([...shown.keys()]).toEqual(['pages']));
  expect(shown.get('pages')).toEqual({
    title: '3 pages are waiting for you',
    body: 'Critical: New Consult, Tele-Stroke, Lakeshore General - ED',
    silent: false,
    data: { link: stroke.path, receipt: null, about: ['page-2', 'page-1', 'page-3'] },
  });
});

it.each(['the user looks', 'nobody has to act anymore'])(
  '[NOTIF-13] shows in a hidden tab what waits, by line, location and priority, until %s',
  async (end) => {
    const { shown } = fakePushBrowser({ permission: 'granted' });
    const { send } = await open();
    hideTab(true);
    await send(stroke);
    await waitFor(() => expect([...shown.keys()]).toEqual(['page-2']));
    expect(shown.get('page-2')).toMatchObject({
      title: 'Critical: New Consult',
      body: 'Tele-Stroke, Lakeshore General - ED',
      data: { link: `/consult/${stroke.consultId}` },
    });
    shown.set('page-9', pushed);
    if (end === 'the user looks') hideTab(false);
    else await send();
    await waitFor(() => expect([...shown.keys()], 'a push stays as it is').toEqual(['page-9']));
  },
);

it('[NOTIF-13] takes back the notifications of the tab, but no push, when it is signed out', async () => {
  const { shown } = fakePushBrowser({ permission: 'granted' });
  const { send } = await open();
  hideTab(true);
  await send(stroke);
  await waitFor(() => expect([...shown.keys()]).toEqual(['page-2']));
  shown.set('page-9', pushed);
  act(() => session.setState(null, true));
  await waitFor(() => expect([...shown.keys()]).toEqual(['page-9']));
});

it.each([
  ['of what a push has shown', { tab: true, permission: 'granted', pages: [stroke] }],
  ['of a muted page', { tab: true, permission: 'granted', pages: [{ ...psych, muted: true }] }],
  ['in a visible tab', { tab: false, permission: 'granted', pages: [psych] }],
  ['without the permission, and never asks for it', { tab: true, permission: 'default', pages: [psych] }],
] as const)('shows no notification %s', async (_, { tab, permission, pages }) => {
  const { shown, asked } = fakePushBrowser({ permission });
  const { send, said } = await open();
  hideTab(tab);
  shown.set('page-2', pushed);
  await send(...pages);
  await waitFor(() => expect(said()).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect([...shown.values()]).toEqual([pushed]);
  expect(asked).not.toHaveBeenCalled();
});

it('[NOTIF-13] the tone grows while something critical waits, at the chosen volume otherwise', async () => {
  holdTimers();
  const { send } = await open();
  await act(() => switchSound(me.id, true));
  toneVolume.mockClear();
  await send(stroke);
  await pass(80);
  const volumes = toneVolume.mock.calls.map(([volume]: unknown[]) => volume).filter((_, index) => index % 2 === 0);
  expect(volumes).toEqual([0.25, 0.3125, 0.375, 0.4375, 0.5, 0.5]);
});
