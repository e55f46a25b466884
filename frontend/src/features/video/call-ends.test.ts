import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { setAccess } from '@/api/access';
import { connection } from '@/api/socket';
import { session, signedOut } from '@/session/state';
import { userStorage } from '@/drafts/user-storage';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { endCall, joinCall, switchToChosenDevice } from './call';
import { call } from './call-view';

const JOIN = `join {"consultId":"${about.consultId}"}`;
const { externalMeetingId } = joined.meeting;
const DELETE = `delete ${JSON.stringify({ externalMeetingId, consultId: about.consultId })}`;

const refused = (status: number) => HttpResponse.json({ code: 'refused', message: 'Refused.' }, { status });

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** Joins a call with these other attendees. */
async function startCall(others = [otherWindow]) {
  const served = serveMeeting();
  const browser = fakeDevices();
  const peers = fakePeers();
  served.responses.attend = () => HttpResponse.json(attendance(others));
  await joinCall(about);
  await pass(0);
  expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['live', 'live']);
  served.requests.length = 0;
  return { ...served, browser, peers };
}

type StartedCall = Awaited<ReturnType<typeof startCall>>;

describe('hanging up', () => {
  it('[VID-19] [VID-22] deletes the meeting if the user is the last attendee, and shows no message', async () => {
    const { requests, attended } = await startCall([]);
    endCall();
    await pass(60_000);
    expect([requests, attended.length, call.getState()]).toEqual([[DELETE], 1, null]);
  });

  it('[VID-19] only leaves if someone has joined in the meantime', async () => {
    const { requests, responses } = await startCall([]);
    responses.delete = () => refused(409);
    endCall();
    await pass(0);
    expect(requests).toEqual([DELETE, 'leave']);
  });

  it('[VID-19] only leaves if others are there, and notifies them', async () => {
    const { requests, peers } = await startCall();
    peers[0]?.changeState('connected');
    endCall();
    await pass(0);
    expect(requests).toEqual(['leave']);
    expect(peers[0]?.sentMessages.at(-1)).toMatchObject({ microphone: false, camera: false, bye: true });
    expect([peers[0]?.closed, peers[0]?.sent()]).toEqual([false, [null, null]]);
    await pass(250);
    expect(peers[0]?.closed).toBe(true);
  });

  it('[VID-19] only leaves while the other attendees are unknown', async () => {
    const { requests, responses } = serveMeeting();
    fakeDevices();
    responses.attend = () => HttpResponse.error();
    await joinCall(about);
    await pass(0);
    endCall();
    await pass(0);
    expect(requests).toEqual([JOIN, 'leave']);
  });

  it('[VID-19] [VID-28] while joining leaves the meeting as soon as it has joined', async () => {
    const { requests, attended, responses } = serveMeeting();
    const { tracks } = fakeDevices();
    let letIn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letIn = resolve));
    const join = responses.join;
    responses.join = () => held.then(join);
    const joining = joinCall(about);
    await pass(0);
    endCall();
    expect(call.getState()).toBeNull();
    letIn();
    await joining;
    await pass(60_000);
    expect([requests, attended, call.getState()]).toEqual([[JOIN, 'leave'], [], null]);
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    expect(userStorage.read('call')).toBeNull();
  });

  it.each([
    ['leaves', [otherWindow], ['leave']],
    ['deletes the meeting as the last attendee', [], [DELETE]],
  ])('[VID-19] [VID-22] happens on sign-out, with the token of the ending session: %s', async (_how, others, done) => {
    const { requests, tokens } = await startCall(others);
    signedOut.setState('chosen', true);
    setAccess({
      token: () => null,
      freshToken: () => Promise.resolve(null),
      renew: () => Promise.resolve('refused'),
      acceptSessionEnd: () => undefined,
    });
    session.setState(null, true);
    await pass(0);
    expect([requests, tokens, call.getState()]).toEqual([done, ['Bearer token of nurse'], null]);
  });

  it('[VID-22] [VID-19] happens when the page unloads; restored from the cache, the page shows that the call has ended', async () => {
    const { requests } = await startCall();
    window.dispatchEvent(new Event('pagehide'));
    await pass(0);
    expect(requests).toEqual(['leave']);
    expect(call.getState()).toMatchObject({ state: 'ended', endReason: null });
    endCall();
    await pass(0);
    expect([requests, call.getState()]).toEqual([['leave'], null]);
  });

  it('[VID-22] [VID-28] happens when another call is joined', async () => {
    const { requests, browser } = await startCall();
    const other = { consultId: 'another', title: 'Quill, Ada' };
    await joinCall(other);
    await pass(0);
    expect(requests).toEqual(['leave', 'join {"consultId":"another"}']);
    expect(call.getState()).toMatchObject({ about: other, state: 'connected' });
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'live', 'live']);
  });
});

describe('an end that the user did not choose', () => {
  const ends = [
    ['ended', null, () => HttpResponse.json({ ...attendance(), state: 'ended', attendees: [] })],
    ['no longer exists', null, () => refused(404)],
    ['is no longer accessible', 'Refused.', () => refused(403)],
  ] as const;
  it.each(ends)(
    '[VID-18] [VID-22] [ERR-16] [CONST-09] [BERR-14] stays on the screen if the server says that the meeting %s',
    async (_how, reason, end) => {
      const { requests, responses, peers } = await startCall();
      responses.attend = end;
      await pass(constants.ATTEND_MS);
      const over = { about, state: 'ended', endReason: reason, unreachable: false, others: [] };
      expect(call.getState()).toMatchObject(over);
      await pass(250);
      expect([peers[0]?.closed, userStorage.read('call')]).toEqual([true, null]);
      endCall();
      await pass(60_000);
      expect([requests, call.getState()]).toEqual([[], null]);
    },
  );
});

describe('access that is revoked', () => {
  const taken = (status: number) =>
    HttpResponse.json({ code: 'refused', message: 'Your role was changed.', errors: [] }, { status });
  const words = [
    [403, 'Your role was changed.'],
    [401, 'Your session has ended. Sign in again, then rejoin the call.'],
  ] as const;
  it.each(words)('[VID-18] [VID-22] [VID-28] [BERR-14] ends the call and says why (%i)', async (status, reason) => {
    const { responses, peers, browser } = await startCall();
    peers[0]?.changeState('connected');
    responses.attend = () => taken(status);
    await pass(constants.ATTEND_MS);
    expect(call.getState()).toMatchObject({ state: 'ended', endReason: reason, unreachable: false, others: [] });
    await pass(250);
    expect(peers[0]?.closed).toBe(true);
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  });

  it('is checked immediately when the socket is lost, as happens when an account is disabled', async () => {
    const { responses } = await startCall();
    connection.setState({ status: 'connected', lostSince: null }, true);
    onTestFinished(() => connection.setState({ status: 'off', lostSince: null }, true));
    responses.attend = () => taken(403);
    connection.setState({ status: 'lost', lostSince: 0 }, true);
    await pass(200);
    expect(call.getState()).toMatchObject({ state: 'ended', endReason: 'Your role was changed.' });
  });

  it('disconnects a removed attendee from the others, but not one who has only lost the server', async () => {
    const { responses, peers } = await startCall();
    peers[0]?.changeState('connected');
    responses.attend = () => HttpResponse.json(attendance());
    await pass(constants.ATTEND_MS);
    expect(call.getState()?.others).toHaveLength(1);
    responses.attend = () => HttpResponse.json({ ...attendance(), removed: [otherWindow.attendeeId] });
    await pass(constants.ATTEND_MS);
    expect(call.getState()?.others).toEqual([]);
    expect(peers[0]?.closed).toBe(true);
  });
});

describe('the devices', () => {
  const ends: [string, (started: StartedCall) => void | Promise<void>, 'ended' | undefined][] = [
    ['the call is hung up', () => endCall(), undefined],
    ['the user signs out', () => session.setState(null, true), undefined],
    ['the page is left', () => void window.dispatchEvent(new Event('pagehide')), 'ended'],
    [
      'the call is cut off',
      async ({ responses }) => {
        responses.attend = () => refused(404);
        await pass(constants.ATTEND_MS);
      },
      'ended',
    ],
  ];
  it.each(ends)('[VID-28] are released when %s', async (_when, end, state) => {
    const started = await startCall();
    await end(started);
    expect(started.browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    expect(call.getState()?.state).toBe(state);
    expect(call.getState()?.tracks ?? null).toEqual(state === undefined ? null : { microphone: null, camera: null });
    await pass(0);
    endCall();
    await pass(0);
  });

  it('[VID-28] are released immediately if they become available after the call has ended', async () => {
    serveMeeting();
    const browser = fakeDevices();
    const give = browser.hold();
    await joinCall(about);
    await pass(0);
    endCall();
    give();
    await pass(0);
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    expect(call.getState()).toBeNull();
  });

  it('[VID-28] that were chosen during the call are released, too, and the previous ones when they are replaced', async () => {
    const { browser } = await startCall();
    switchToChosenDevice('camera');
    switchToChosenDevice('microphone');
    await pass(0);
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'live', 'live']);
    session.setState(null, true);
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'ended', 'ended']);
  });
});
