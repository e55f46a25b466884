import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { WaitingCall } from '@/api/generated/types.gen';
import { call } from '@/features/video/call-view';
import { switchSound } from '@/shared/media/alert-sound';
import { fakeAlertTone, toneStarted } from '@/testing/fake-alert-tone';
import { fakeAudio } from '@/testing/fake-audio';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { connectLive } from '@/testing/live-server';
import { hideTab } from '@/testing/live-worklist';
import { CONSULT_ID, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { serveMeeting } from '@/testing/meeting';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';
import { makeWaitingCall, serveWaitingCalls } from '@/testing/waiting-calls';

const OTHER = '7d9d2f5e-1111-4f7a-9a52-6f6c2a7d9e10';
const TONE = 2;
const SLOW = { timeout: 10_000 };
const me = makeMe({ rbacPermissions: permissions('Request Consult', 'List Consult', 'View Consult') });
const aboutMe = { consultId: CONSULT_ID, requesterId: me.id };

async function open(first: readonly WaitingCall[], user = me) {
  const live = await connectLive();
  onTestFinished(live.close);
  const served = serveWaitingCalls(first);
  const app = renderApp('/help', { me: user });
  await screen.findByRole('link', { name: 'Wardline, home' });
  const change = async (...calls: WaitingCall[]) => {
    served.calls = calls;
    await live.send('consult:meeting-changed', aboutMe);
  };
  return { ...app, live, served, change };
}

const bar = () => screen.findByRole('region', { name: 'Incoming call' }, SLOW);
const noBar = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Incoming call' })).not.toBeInTheDocument());

beforeEach(() => {
  server.use(...emptyAnswers);
  fakeAudio();
  fakeDevices({ permissions: { microphone: 'pending', camera: 'pending' } });
});

it('says on every page who waits in a call, about what and where, until someone joins or they leave', async () => {
  const { router, change } = await open([]);
  await noBar();
  await change(makeWaitingCall());
  expect(within(await bar()).getByRole('alert')).toHaveTextContent(
    'Dana Lee is waiting in the video callTele-Stroke · Lakeshore General - ED',
  );
  await router.navigate({ to: '/consult' });
  expect(await bar()).toBeInTheDocument();
  await change();
  await noBar();
});

it('names everyone who waits, and fills one Join only', async () => {
  const both = [...makeWaitingCall().people, { id: 9, firstName: 'Omar', lastName: 'Lin' }];
  await open([makeWaitingCall({ people: both }), makeWaitingCall({ meetingId: 'meeting-2', consultId: OTHER })]);
  const [first, second] = within(await bar()).getAllByRole('listitem');
  expect(first).toHaveTextContent('Dana Lee and Omar Lin are waiting in the video call');
  const variants = [first, second].map(
    (row) => within(row!).getByRole('button', { name: /^Join/ }).dataset.variant ?? 'filled',
  );
  expect(variants).toEqual(['filled', 'default']);
});

it('rings again and again, even in a hidden tab, until it ends or the user mutes this call', async () => {
  fakeAlertTone();
  const { change } = await open([]);
  await switchSound(me.id, true);
  toneStarted.mockClear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  hideTab(true);
  onTestFinished(() => hideTab(false));
  await change(makeWaitingCall());
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  vi.advanceTimersByTime(30_000);
  expect(toneStarted).toHaveBeenCalledTimes(7 * TONE);
  const sound = within(await bar()).getByRole('switch', { name: /^Sound for the video call/ });
  expect(sound).toBeChecked();
  await userEvent.click(sound);
  vi.advanceTimersByTime(60_000);
  expect(toneStarted).toHaveBeenCalledTimes(7 * TONE);
  expect(await bar()).toBeInTheDocument();
  await change(makeWaitingCall({ meetingId: 'meeting-2' }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(8 * TONE));
  await change();
  await noBar();
  vi.advanceTimersByTime(60_000);
  expect(toneStarted).toHaveBeenCalledTimes(8 * TONE);
});

it('is counted in the title, says that sound is off, and sounds once that is turned on with one press', async () => {
  fakeAlertTone();
  await open([makeWaitingCall()]);
  const incoming = within(await bar());
  await waitFor(() => expect(document.title).toMatch(/^\(1\) /));
  const sound = incoming.getByRole('switch', { name: /^Sound for the video call/ });
  expect(await incoming.findByText('Sound is off on this screen')).toBeVisible();
  expect(sound).not.toBeChecked();
  await userEvent.click(incoming.getByRole('button', { name: 'Turn on sound' }));
  await waitFor(() => expect(toneStarted).toHaveBeenCalledTimes(TONE));
  expect(sound).toBeChecked();
  expect(incoming.queryByText('Sound is off on this screen')).not.toBeInTheDocument();
});

it('is muted in all tabs of the user, in whichever they muted it', async () => {
  const key = `wardline.muted-calls.${me.id}`;
  onTestFinished(() => localStorage.removeItem(key));
  fakeAlertTone();
  const { change } = await open([makeWaitingCall(), makeWaitingCall({ meetingId: 'meeting-2', consultId: OTHER })]);
  await act(() => switchSound(me.id, true));
  const sounds = async () => within(await bar()).getAllByRole('switch');
  const [first, second] = await sounds();
  // In another tab.
  localStorage.setItem(key, JSON.stringify(['meeting-1']));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  expect(first).not.toBeChecked();
  expect(second).toBeChecked();
  await userEvent.click(second!);
  expect(second).not.toBeChecked();
  expect(localStorage.getItem(key)).toBe('["meeting-1","meeting-2"]');
  await change(makeWaitingCall({ meetingId: 'meeting-2', consultId: OTHER }));
  await waitFor(async () => expect(await sounds()).toHaveLength(1));
  await userEvent.click((await sounds())[0]!);
  expect(localStorage.getItem(key), 'nothing is kept').toBeNull();
});

it.each([
  ['the patient', () => HttpResponse.json(makePsychConsult()), 'Marsh, Rosa'],
  [
    'the line and the location, if the consult cannot be read',
    () => HttpResponse.json({}, { status: 404 }),
    'Tele-Stroke · Lakeshore General - ED',
  ],
])('joins the call beside whatever page is open, titled with %s', async (_, respond, title) => {
  fakePeers();
  const { requests } = serveMeeting();
  server.use(http.get(CONSULT, respond));
  const { router } = await open([makeWaitingCall()]);
  await userEvent.click(within(await bar()).getByRole('button', { name: /^Join/ }));
  await waitFor(() => expect(requests).toContain(`join ${JSON.stringify({ consultId: CONSULT_ID })}`), SLOW);
  expect(call.getState()?.about).toEqual({ consultId: CONSULT_ID, title });
  expect(router.state.location.pathname).toBe('/help');
  // Before the server has told that someone is there.
  await noBar();
});

it('follows the call of a consult that is open, whoever requested it, and asks nothing about others', async () => {
  server.use(http.get(CONSULT, () => HttpResponse.json(makePsychConsult())));
  const { router, live, served } = await open([]);
  await waitFor(() => expect(served.requests).toBe(1));
  await live.send('consult:meeting-changed', { consultId: CONSULT_ID, requesterId: 99 });
  await router.navigate({ to: '/consult/$id', params: { id: CONSULT_ID } });
  expect(served.requests).toBe(1);
  served.calls = [makeWaitingCall()];
  await live.send('consult:meeting-changed', { consultId: CONSULT_ID, requesterId: 99 });
  expect(await bar()).toBeInTheDocument();
});

it('asks nothing for users who request no consults', async () => {
  const { live, served } = await open([makeWaitingCall()], makeMe({ rbacPermissions: permissions('Give Consult') }));
  await live.send('consult:meeting-changed', aboutMe);
  await noBar();
  expect(served.requests).toBe(0);
});

it('stops for whoever saw it on the page of the consult, which another person requested, and has left that page', async () => {
  const { live, served } = await open([makeWaitingCall()]);
  await bar();
  served.calls = [];
  await live.send('consult:meeting-changed', { consultId: CONSULT_ID, requesterId: 99 });
  await noBar();
});

it('tells whoever waits whether the call is heard on this screen, again when it is muted, closed or restored', async () => {
  const { served } = await open([makeWaitingCall()]);
  await bar();
  await waitFor(() => expect(served.rings.at(-1)).toBe('meeting-1 {"isSilent":true}'));
  await act(() => switchSound(me.id, true));
  await waitFor(() => expect(served.rings.at(-1)).toBe('meeting-1 {"isSilent":false}'));
  await userEvent.click(within(await bar()).getByRole('switch'));
  await waitFor(() => expect(served.rings.at(-1)).toBe('meeting-1 {"isSilent":true}'));
  const fetched = vi.spyOn(globalThis, 'fetch');
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await waitFor(() => expect(served.rings.at(-1)).toBe('meeting-1 closed'));
  expect(fetched.mock.lastCall).toMatchObject([{ keepalive: true }]);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await waitFor(() => expect(served.rings.at(-1)).toBe('meeting-1 {"isSilent":true}'));
});
