import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { watchIdle } from '@/session/idle';
import { session } from '@/session/state';
import { devices, openDevice } from '@/shared/media/devices';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { joinCall, switchToChosenDevice, turnDevice } from './call';
import { call } from './call-view';

const JOIN = `join {"consultId":"${about.consultId}"}`;
const OTHER = otherWindow.attendeeId;

const refused = (status: number, message: string) => HttpResponse.json({ code: 'refused', message }, { status });

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** Sets up a window whose user may join, with its devices. */
function arrive() {
  return { ...serveMeeting(), browser: fakeDevices(), peers: fakePeers() };
}

/** Joins a call with one other attendee. */
async function meet() {
  const arrived = arrive();
  arrived.responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await joinCall(about);
  await pass(0);
  const [peer] = arrived.peers;
  if (peer === undefined) throw new Error('No peer was created.');
  return { ...arrived, peer };
}

describe('joining', () => {
  it('[VID-18] [VID-27] [CONST-09] shows its progress immediately, and does not wait for devices', async () => {
    const { requests, browser } = arrive();
    const giveDevices = browser.hold();
    const joining = joinCall(about);
    expect(call.getState()).toMatchObject({ about, state: 'connecting', others: [], tracks: { camera: null } });
    await pass(0);
    await joining;
    expect([requests, browser.constraints.length]).toEqual([[JOIN], 1]);
    expect(call.getState()).toMatchObject({ state: 'connected', tracks: { microphone: null, camera: null } });
    giveDevices();
    await pass(0);
    expect(call.getState()?.tracks).toEqual({ microphone: browser.tracks[0], camera: browser.tracks[1] });
  });

  it.each([403, 404, 409])(
    '[VID-28] that the server refuses with %d shows nothing and releases the devices',
    async (status) => {
      const { requests, responses, browser } = arrive();
      responses.join = () => refused(status, 'The consult is closed.');
      await expect(joinCall(about)).rejects.toThrow('The consult is closed.');
      expect(call.getState()).toBeNull();
      await pass(60_000);
      expect(requests).toEqual([JOIN]);
      expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    },
  );

  it.each([
    ['is denied', 'camera', 'microphone', 'NotAllowedError'],
    ['another program is using', 'camera', 'microphone', 'NotReadableError'],
    ['another program is using', 'microphone', 'camera', 'NotReadableError'],
  ] as const)('[VID-14] [VID-15] continues without a device that %s: the %s', async (_why, without, other, name) => {
    const { browser } = arrive();
    browser.fail(without, name);
    await joinCall(about);
    await pass(0);
    expect(call.getState()).toMatchObject({ state: 'connected', tracks: { [without]: null } });
    expect(call.getState()?.tracks[other]).toBe(browser.tracks[0]);
  });

  it('[VID-18] shows that the server is unreachable, and stays in the call', async () => {
    const { responses } = arrive();
    await joinCall(about);
    await pass(0);
    responses.attend = () => HttpResponse.error();
    await pass(constants.ATTEND_MS);
    expect(call.getState()).toMatchObject({ state: 'connected', unreachable: true });
    responses.attend = () => HttpResponse.json(attendance());
    await pass(1_000);
    expect(call.getState()).toMatchObject({ state: 'connected', unreachable: false });
  });
});

describe('the other attendees of a call', () => {
  it('are shown with the media that they send, and are sent an offer', async () => {
    const { peer, attended } = await meet();
    expect(call.getState()?.others).toMatchObject([{ attendee: otherWindow, status: 'connecting' }]);
    await pass(50);
    expect(attended[1]?.signals).toMatchObject([{ number: 1, to: OTHER, content: { type: 'offer', sdp: 'an offer' } }]);
    peer.changeState('connected');
    peer.receive({ microphone: false, camera: true });
    expect(call.getState()?.others).toMatchObject([
      { status: 'connected', media: { microphone: false, camera: true } },
    ]);
  });

  it('have their signals processed, except answers to old offers', async () => {
    const { peer, attended, responses } = await meet();
    await pass(50);
    const offer = attended[1]?.signals?.[0]?.content;
    if (offer?.type !== 'offer') throw new Error('No offer was sent.');
    const signals = ['an old answer', 'an answer'].map((sdp, id) => {
      const content = { ...offer, type: 'answer', sdp, round: offer.round - 1 + id } as const;
      return { id, sender: OTHER, content };
    });
    responses.attend = () => HttpResponse.json(attendance([otherWindow], signals));
    await pass(constants.ATTEND_MS);
    expect(peer.remote).toMatchObject([{ type: 'answer', sdp: 'an answer' }]);
  });

  it('are removed when they hang up, or when neither the server nor the connection has them', async () => {
    const { peer, peers, responses } = await meet();
    peer.changeState('connected');
    responses.attend = () => HttpResponse.json(attendance());
    await pass(constants.ATTEND_MS);
    expect(call.getState()?.others).toMatchObject([{ attendee: otherWindow, status: 'connected' }]);
    peer.changeState('disconnected');
    expect(call.getState()?.others).toMatchObject([{ status: 'interrupted' }]);
    await pass(50);
    expect([call.getState()?.others, peer.closed]).toEqual([[], true]);
    responses.attend = () => HttpResponse.json(attendance([otherWindow]));
    await pass(constants.ATTEND_MS);
    peers[1]?.changeState('connected');
    peers[1]?.receive({ microphone: false, camera: false, bye: true });
    expect([call.getState()?.others, peers[1]?.closed]).toEqual([[], true]);
    expect(call.getState()?.lastLeft).toBe('Dana Lee');
    // The server may still list them for a while.
    await pass(constants.ATTEND_MS);
    expect([call.getState()?.others, peers.length]).toEqual([[], 2]);
  });

  it('are reconnected only if their window has started a new connection', async () => {
    const { peer, peers, attended, responses } = await meet();
    await pass(50);
    const offer = attended[1]?.signals?.[0]?.content;
    if (offer?.type !== 'offer') throw new Error('No offer was sent.');
    const say = async (id: number, number: number) => {
      const content = { ...offer, type: 'answer', sdp: 'an answer', peer: number } as const;
      responses.attend = () => HttpResponse.json(attendance([otherWindow], [{ id, sender: OTHER, content }]));
      await pass(constants.ATTEND_MS);
    };
    await say(1, 7);
    await say(2, 7);
    expect([peers.length, peer.closed]).toEqual([1, false]);
    await say(3, 8);
    expect([peers.length, peer.closed, peers[1]?.closed]).toEqual([2, true, false]);
    expect(peers[1]?.localDescription).toMatchObject({ type: 'offer' });
  });

  it('[VID-02] get the tracks that are turned on and off here, and are notified', async () => {
    const { peer, browser } = await meet();
    peer.changeState('connected');
    const [microphone, camera] = browser.tracks;
    const told = () => peer.sentMessages.at(-1);
    expect([peer.sent(), peer.sentMessages.length]).toEqual([[microphone, camera], 1]);
    expect(told()).toMatchObject({ microphone: true, camera: true });
    turnDevice('microphone', false);
    turnDevice('camera', false);
    await pass(0);
    expect(peer.sent()).toEqual([null, null]);
    expect(told()).toMatchObject({ microphone: false, camera: false });
    // A camera that is off is released, so that its light turns off; a microphone can resume immediately.
    expect([microphone?.readyState, camera?.readyState]).toEqual(['live', 'ended']);
    expect(call.getState()?.on).toEqual({ microphone: false, camera: false });
    turnDevice('microphone', true);
    turnDevice('camera', true);
    await pass(0);
    expect(peer.sent()).toEqual([microphone, browser.tracks[2]]);
    expect(told()).toMatchObject({ microphone: true, camera: true });
  });

  it('[PREF-08] get the track of another device as soon as it is chosen', async () => {
    const { peer, browser } = await meet();
    switchToChosenDevice('camera');
    await pass(0);
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['live', 'ended', 'live']);
    expect(peer.sent()).toEqual([browser.tracks[0], browser.tracks[2]]);
  });

  it('[VID-14] [VID-15] get a missing track as soon as the user allows the device, or tests it successfully elsewhere', async () => {
    const arrived = arrive();
    arrived.browser.fail('microphone', 'NotAllowedError');
    arrived.browser.fail('camera', 'NotReadableError');
    arrived.responses.attend = () => HttpResponse.json(attendance([otherWindow]));
    await joinCall(about);
    await pass(0);
    const [peer] = arrived.peers;
    expect([peer?.sent(), devices.getState()]).toMatchObject([[null, null], { microphone: { permission: 'denied' } }]);
    arrived.browser.fail('microphone', null);
    arrived.browser.change('microphone', 'granted');
    await pass(0);
    expect(peer?.sent()).toEqual([arrived.browser.tracks[0], null]);
    arrived.browser.fail('camera', null);
    (await openDevice('camera'))?.stop();
    await pass(0);
    expect(arrived.browser.tracks.map(({ readyState }) => readyState)).toEqual(['live', 'ended', 'live']);
    expect(peer?.sent()).toEqual([arrived.browser.tracks[0], arrived.browser.tracks[2]]);
  });

  it('get no track of a device that is unplugged, which is reported as missing', async () => {
    const { peer, browser } = await meet();
    browser.tracks[0]?.lose();
    await pass(0);
    expect(peer.sent()[0]).toBeNull();
    expect(devices.getState().microphone.problem).toBe('missing');
    expect(call.getState()).toMatchObject({ state: 'connected', tracks: { microphone: null } });
  });
});

describe('the user', () => {
  it.each([
    ['is active while someone is connected', 'connected', true],
    ['is not active while no one is', 'new', false],
  ] as const)('%s', async (_how, state, active) => {
    const { responses, peers } = arrive();
    const others = [otherWindow];
    responses.attend = () => HttpResponse.json(attendance(others));
    watchIdle('nurse', { limit: 900_000, onEnd: () => undefined }, true);
    const before = Date.now() - 60_000;
    localStorage.setItem('wardline.active.nurse', String(before));
    await joinCall(about);
    await pass(0);
    peers[0]?.changeState(state);
    await pass(constants.ATTEND_MS);
    expect(Number(localStorage.getItem('wardline.active.nurse')) > before).toBe(active);
  });
});

it('[VID-22] [VID-28] ends without a message when the session ends', async () => {
  const { browser } = await meet();
  session.setState(null, true);
  expect(call.getState()).toBeNull();
  expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
});
