import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { watchIdle } from '@/session/idle';
import { session } from '@/session/state';
import { devices, openDevice } from '@/shared/media/devices';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { joinCall, takeChosenDevice, turnDevice } from './call';
import { call } from './call-view';

const JOIN = `join {"consultId":"${about.consultId}"}`;
const OTHER = otherWindow.attendeeId;

const refused = (status: number, message: string) => HttpResponse.json({ code: 'refused', message }, { status });

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** A window whose user may join, with its devices. */
function arrive() {
  return { ...serveMeeting(), browser: fakeDevices(), peers: fakePeers() };
}

/** In a call with somebody who sees and hears this window. */
async function meet() {
  const arrived = arrive();
  arrived.responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await joinCall(about);
  await pass(0);
  const [peer] = arrived.peers;
  if (peer === undefined) throw new Error('Nobody was met.');
  return { ...arrived, peer };
}

describe('joining', () => {
  it('[VID-18] [VID-27] [CONST-09] shows at once that it is under way, and waits for no device', async () => {
    const { calls, browser } = arrive();
    const giveDevices = browser.hold();
    const joining = joinCall(about);
    expect(call.getState()).toMatchObject({ about, state: 'connecting', others: [], tracks: { camera: null } });
    await pass(0);
    await joining;
    expect([calls, browser.constraints.length]).toEqual([[JOIN], 1]);
    expect(call.getState()).toMatchObject({ state: 'connected', tracks: { microphone: null, camera: null } });
    giveDevices();
    await pass(0);
    expect(call.getState()?.tracks).toEqual({ microphone: browser.tracks[0], camera: browser.tracks[1] });
  });

  it.each([403, 404, 409])(
    '[VID-28] that the server refuses with %d shows nothing, and gives the devices back',
    async (status) => {
      const { calls, responses, browser } = arrive();
      responses.join = () => refused(status, 'The consult is closed.');
      await expect(joinCall(about)).rejects.toThrow('The consult is closed.');
      expect(call.getState()).toBeNull();
      await pass(60_000);
      expect(calls).toEqual([JOIN]);
      expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    },
  );

  it.each([
    ['is refused', 'camera', 'microphone', 'NotAllowedError'],
    ['another program has', 'camera', 'microphone', 'NotReadableError'],
    ['another program has', 'microphone', 'camera', 'NotReadableError'],
  ] as const)('[VID-14] [VID-15] goes on without a device that %s: the %s', async (_why, without, other, name) => {
    const { browser } = arrive();
    browser.fail(without, name);
    await joinCall(about);
    await pass(0);
    expect(call.getState()).toMatchObject({ state: 'connected', tracks: { [without]: null } });
    expect(call.getState()?.tracks[other]).toBe(browser.tracks[0]);
  });

  it('[VID-18] says while the server is out of reach that it is, and is still in the call', async () => {
    const { responses } = arrive();
    await joinCall(about);
    await pass(0);
    responses.attend = () => HttpResponse.error();
    await pass(constants.ATTEND_MS);
    expect(call.getState()).toMatchObject({ state: 'connected', outOfReach: true });
    responses.attend = () => HttpResponse.json(attendance());
    await pass(1_000);
    expect(call.getState()).toMatchObject({ state: 'connected', outOfReach: false });
  });
});

describe('the others in a call', () => {
  it('come with what they say of themselves, and are sent an offer', async () => {
    const { peer, attended } = await meet();
    expect(call.getState()?.others).toMatchObject([{ attendee: otherWindow, status: 'connecting' }]);
    await pass(50);
    expect(attended[1]?.signals).toMatchObject([{ number: 1, to: OTHER, content: { type: 'offer', sdp: 'an offer' } }]);
    peer.changeState('connected');
    peer.receive({ microphone: false, camera: true });
    expect(call.getState()?.others).toMatchObject([{ status: 'connected', says: { microphone: false, camera: true } }]);
  });

  it('get what they signal, and answers to offers of long ago are dropped', async () => {
    const { peer, attended, responses } = await meet();
    await pass(50);
    const offer = attended[1]?.signals?.[0]?.content;
    if (offer?.type !== 'offer') throw new Error('Nothing was offered.');
    const signals = ['an old answer', 'an answer'].map((sdp, id) => {
      const content = { ...offer, type: 'answer', sdp, round: offer.round - 1 + id } as const;
      return { id, sender: OTHER, content };
    });
    responses.attend = () => HttpResponse.json(attendance([otherWindow], signals));
    await pass(constants.ATTEND_MS);
    expect(peer.remote).toMatchObject([{ type: 'answer', sdp: 'an answer' }]);
  });

  it('are gone when they hang up, and when the server misses those who are not seen either', async () => {
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
    // The server may name them for a while yet.
    await pass(constants.ATTEND_MS);
    expect([call.getState()?.others, peers.length]).toEqual([[], 2]);
  });

  it('begin anew with a window that has begun anew, and only then', async () => {
    const { peer, peers, attended, responses } = await meet();
    await pass(50);
    const offer = attended[1]?.signals?.[0]?.content;
    if (offer?.type !== 'offer') throw new Error('Nothing was offered.');
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

  it('[VID-02] get what is turned on and off here, and hear of it', async () => {
    const { peer, browser } = await meet();
    peer.changeState('connected');
    const [microphone, camera] = browser.tracks;
    expect([peer.sent(), peer.sentMessages]).toEqual([[microphone, camera], [{ microphone: true, camera: true }]]);
    turnDevice('microphone', false);
    turnDevice('camera', false);
    await pass(0);
    expect([peer.sent(), peer.sentMessages.at(-1)]).toEqual([[null, null], { microphone: false, camera: false }]);
    // The light of a camera that is off goes out; a microphone is back at once.
    expect([microphone?.readyState, camera?.readyState]).toEqual(['live', 'ended']);
    expect(call.getState()?.on).toEqual({ microphone: false, camera: false });
    turnDevice('microphone', true);
    turnDevice('camera', true);
    await pass(0);
    expect([peer.sent(), peer.sentMessages.at(-1)]).toEqual([
      [microphone, browser.tracks[2]],
      { microphone: true, camera: true },
    ]);
  });

  it('[PREF-08] get what another device gives as soon as it is chosen', async () => {
    const { peer, browser } = await meet();
    takeChosenDevice('camera');
    await pass(0);
    expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['live', 'ended', 'live']);
    expect(peer.sent()).toEqual([browser.tracks[0], browser.tracks[2]]);
  });

  it('[VID-14] [VID-15] get what was refused as soon as its user allows it, and what is tried elsewhere with success', async () => {
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

  it('get nothing of a device that is unplugged, and its flag is raised', async () => {
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
    ['is active while somebody is seen and heard', 'connected', true],
    ['is not while nobody is', 'new', false],
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

it('[VID-22] [VID-28] is over, without a word, where nobody is signed in any longer', async () => {
  const { browser } = await meet();
  session.setState(null, true);
  expect(call.getState()).toBeNull();
  expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
});
