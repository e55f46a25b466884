import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { PageRead } from '@/api/generated/types.gen';
import { switchSound } from '@/shared/media/alert-sound';
import { serverNow } from '@/shared/lib/server-clock';
import { fakeAlertTone, toneStarted } from '@/testing/fake-alert-tone';
import { connectLive } from '@/testing/live-server';
import { hideTab } from '@/testing/live-worklist';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { makeEscalation, makePage, makePaged, servePages } from '@/testing/pages';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';

const OTHER = '7d9d2f5e-1111-4f7a-9a52-6f6c2a7d9e10';
const TONE = 2;
const minutesAgo = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString();
const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(() => {
  server.use(
    http.get(CONSULT, () => HttpResponse.json(makePsychConsult())),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    ...emptyAnswers,
  );
});

async function open(first: readonly PageRead[]) {
  const live = await connectLive();
  onTestFinished(live.close);
  const served = servePages(first);
  const app = renderApp('/help', { me });
  await screen.findByRole('link', { name: 'Wardline, home' });
  const send = async (...list: PageRead[]) => {
    served.list = list;
    await live.send('page:changed', { consultId: CONSULT_ID });
  };
  return { ...app, served, send };
}

const bar = () => screen.findByRole('region', { name: 'Waiting for you' });
const rows = async () => within(await bar()).getAllByRole('listitem');

it('[NOTIF-13] keeps what waits in sight on every page, in the order of the server, until nobody has to act', async () => {
  const { router, send, served } = await open([
    makePage({ id: 3, startedAt: minutesAgo(7), why: 'escalationOnly' }),
    makePage({ id: 2, startedAt: minutesAgo(2), serviceLineName: 'Tele-ICU' }),
    makePage({ id: 1, priority: 'routine', startedAt: minutesAgo(50) }),
  ]);
  const [first, second, ...others] = await rows();
  expect(others).toEqual([]);
  expect(first).toHaveTextContent(/Critical7 min.*New Consult.*Tele-Stroke, Lakeshore General - ED/);
  expect(first).toHaveTextContent('Why: on call for escalations only');
  expect(second).toHaveTextContent(/2 min.*Tele-ICU/);
  // Shown in place of all but the first while a dialog or a drawer is open.
  expect(within(await bar()).getByText('2 more waiting')).toBeInTheDocument();
  await userEvent.click(within(await bar()).getByRole('button', { name: '1 more waiting' }));
  expect(await rows()).toHaveLength(3);
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Show fewer' }));
  expect(await rows()).toHaveLength(2);
  await waitFor(() => expect(served.requests).toContain('shown 3,2,1'));
  await router.navigate({ to: '/consult' });
  expect(await rows()).toHaveLength(2);
  await send();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for you' })).not.toBeInTheDocument());
});

it('[NOTIF-13] shows only the loudest on a phone, and the others on request, until one is opened', async () => {
  onPhone();
  const { router } = await open([1, 2, 3].map((id) => makePage({ id, startedAt: minutesAgo(9 - id) })));
  const [first, ...others] = await rows();
  expect(first).toHaveTextContent(/Critical8 min.*New Consult.*Tele-Stroke, Lakeshore General - ED/);
  expect(others).toEqual([]);
  const more = within(await bar()).getByRole('button', { name: '2 more waiting' });
  await userEvent.click(more);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  const [, second] = await rows();
  expect(await rows()).toHaveLength(3);
  await userEvent.click(within(second ?? document.body).getByRole('button', { name: /^Open New Consult/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/consult/${CONSULT_ID}`));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

it('[NOTIF-13] opens the consult, and reports that it was seen there', async () => {
  const { router, served } = await open([makePage(), makePage({ id: 2, consultId: OTHER })]);
  const [first] = await rows();
  if (first === undefined) throw new Error('nothing waits');
  expect(served.requests.filter((request) => request.startsWith('seen'))).toEqual([]);
  await userEvent.click(within(first).getByRole('button', { name: /^Open New Consult/ }));
  await screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' }, { timeout: 10_000 });
  expect(router.state.location.pathname).toBe(`/consult/${CONSULT_ID}`);
  await waitFor(() => expect(served.requests).toContain(`seen ${CONSULT_ID} page 1`));
  await within(await bar()).findByText('The consult on this page, Tele-Stroke');
  const [here, elsewhere] = (await rows()).map((row) => within(row));
  expect(here?.queryByRole('button', { name: /^Open/ }), 'leads nowhere').not.toBeInTheDocument();
  expect(here?.getByRole('switch', { name: /^Sound/ })).toBeInTheDocument();
  expect(elsewhere?.getByRole('button', { name: /^Open New Consult/ })).toBeInTheDocument();
  expect(served.requests.filter((request) => request.startsWith(`seen ${OTHER}`))).toEqual([]);
});

it('[TIME-17] shows in the timeline who was notified of an urgent comment and has seen it, and nothing below other entries', async () => {
  const comments = [
    makeEntry({ id: 5, taskType: 'update', createdAt: '2026-03-04T12:00:00Z', message: 'Come now' }),
    makeEntry({ id: 4, taskType: 'update', createdAt: '2026-03-04T11:00:00Z', message: 'Resting' }),
    makeEntry({ id: 3, taskType: 'update', kind: 'handedOver', message: 'Handed over to Omar Lin.' }),
  ];
  const people = [makePaged({ seenAt: '2026-03-04T12:01:00Z' })];
  server.use(
    http.get(`${CONSULT}/updates`, () => HttpResponse.json(comments)),
    http.get(`${CONSULT}/pages`, () =>
      HttpResponse.json([makeEscalation({ kind: 'urgentComment', commentId: 5, people })]),
    ),
  );
  const { router } = await open([]);
  await router.navigate({ to: '/consult/$id', params: { id: CONSULT_ID } });
  const line = await screen.findByText(/^Notified Dana Reyes .* · Seen by Dana Reyes/, {}, { timeout: 10_000 });
  expect(line.closest('li')).toHaveTextContent('Come now');
  expect(screen.getAllByText(/^Notified/)).toHaveLength(1);
});

it('[NOTIF-13] sounds once for what is new, even in a hidden tab, and again and again for what is critical until it is muted, here or elsewhere', async () => {
  fakeAlertTone();
  const { send, served } = await open([]);
  await switchSound(me.id, true);
  toneStarted.mockClear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  hideTab(true);
  onTestFinished(() => hideTab(false));
  const routine = makePage({ id: 1, priority: 'routine' });
  await send(routine);
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  vi.advanceTimersByTime(60_000);
  expect(toneStarted).toHaveBeenCalledTimes(TONE);
  await send(routine, makePage({ id: 2 }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(2 * TONE));
  vi.advanceTimersByTime(30_000);
  expect(toneStarted).toHaveBeenCalledTimes(4 * TONE);
  await userEvent.click(
    within(await bar()).getAllByRole('switch', { name: /^Sound for New Consult/ })[0] ?? document.body,
  );
  await waitFor(() => expect(served.requests).toContain('mute 2'));
  vi.advanceTimersByTime(60_000);
  expect(toneStarted).toHaveBeenCalledTimes(4 * TONE);
  await send(makePage({ id: 3 }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(5 * TONE));
  // In another tab, or by a key on the phone.
  await send(makePage({ id: 3, muted: true }));
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Sound for New Consult/ })).not.toBeChecked());
  vi.advanceTimersByTime(60_000);
  expect(toneStarted).toHaveBeenCalledTimes(5 * TONE);
});

it('a mute that fails is shown as it is: the page rings on', async () => {
  fakeAlertTone();
  const { served } = await open([makePage()]);
  await act(() => switchSound(me.id, true));
  served.mute = () => HttpResponse.json({ code: 'unavailable' }, { status: 503 });
  const mute = within(await bar()).getByRole('switch');
  expect(mute).toBeChecked();
  await userEvent.click(mute);
  await waitFor(() => expect(served.requests).toContain('mute 1'));
  await waitFor(() => expect(mute).toBeChecked());
});

it('[NOTIF-13] says that what waits makes no sound, once, also to those who keep it off, and the speaker of each turns it on', async () => {
  fakeAlertTone();
  localStorage.setItem(`wardline.sound.${me.id}`, 'off');
  const { send } = await open([makePage({ muted: true })]);
  const waiting = within(await bar());
  expect(waiting.queryByText('Sound is off on this screen'), 'muted by the user').not.toBeInTheDocument();
  await send(makePage({ muted: true }), makePage({ id: 2, priority: 'routine', why: 'coordinators' }));
  await waiting.findByText('Sound is off on this screen');
  expect(waiting.getByText('Why: you are a coordinator')).toBeInTheDocument();
  expect(screen.getAllByText('Sound is off on this screen')).toHaveLength(1);
  const speakers = waiting.getAllByRole('switch');
  expect(speakers.map((each) => each.getAttribute('aria-checked'))).toEqual(['false', 'false']);
  await userEvent.click(speakers[1] ?? document.body);
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  expect(speakers.map((each) => each.getAttribute('aria-checked'))).toEqual(['false', 'true']);
  await waitFor(() => expect(screen.queryByText('Sound is off on this screen')).not.toBeInTheDocument());
});

it('says each page once to screen readers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { send } = await open([makePage()]);
  const log = await screen.findByRole('log', { name: 'New pages' });
  const [said] = within(log).getAllByText('New Consult, critical: Tele-Stroke, Lakeshore General - ED.');
  await send(makePage({ muted: true }), makePage({ id: 2, consultId: OTHER, kind: 'urgentComment' }));
  // What follows within ten seconds is said at their end.
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  await within(log).findByText('Urgent Comment, critical: Tele-Stroke, Lakeshore General - ED.');
  expect(said).toBeInTheDocument();
});
