import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { AttendeeRead, JoinInfo } from '@/api/generated/types.gen';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakeJanus, resetFakeJanus } from '@/testing/fake-janus';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { joinCall, turnDevice } from './call';
import { call } from './call-view';

const placement = { provider: 'janus', signalingUrl: 'wss://media.example', room: 17, pin: 'of the room' } as const;

/** This window's place after so many changes of the way. */
function placeAt(mediaGeneration: number, mediaPlacement: typeof placement | null): JoinInfo {
  const joinToken = mediaPlacement === null ? null : 'of this window';
  return {
    meeting: { ...joined.meeting, mediaPlacement, mediaGeneration },
    attendee: { ...joined.attendee, joinToken },
  };
}

/** Two others, who make the offers, and have reported what they publish at the media server. */
const others: readonly AttendeeRead[] = [
  { ...otherWindow, attendeeId: 'a-dana', publisherId: 5 },
  { ...otherWindow, attendeeId: 'a-ana', publisherId: 6 },
];
const offer = { type: 'offer', sdp: 'an offer', peer: 7, round: 3 } as const;
const sending = () => call.getState()?.others.map(({ media }) => media.microphone);
const seen = () => call.getState()?.others.map(({ attendee, status }) => `${attendee.attendeeId} ${status}`);

beforeEach(() => {
  stopClock();
  resetFakeJanus();
  onTestFinished(() => session.setState(null, true));
});

/** In a call with both, which begins there. */
async function begin(place: JoinInfo) {
  const { responses, attended } = serveMeeting();
  const { tracks } = fakeDevices();
  const peers = fakePeers();
  responses.join = () => HttpResponse.json({ joinInfo: place });
  responses.attend = () => HttpResponse.json(attendance(others));
  await joinCall(about);
  await pass(0);
  return { responses, attended, tracks, peers };
}

/** Janus lets this window in, and connects it with both. */
async function connectThroughJanus() {
  await vi.dynamicImportSettled();
  await pass(0);
  const [publisher] = fakeJanus.handles;
  if (publisher === undefined) throw new Error('Nothing was attached.');
  publisher.say({ videoroom: 'joined', id: 42, private_id: 99, publishers: [{ id: 5 }, { id: 6 }] });
  await pass(0);
  publisher.connect();
  for (const handle of fakeJanus.handles.slice(1)) {
    handle.say({ videoroom: 'attached' }, { type: 'offer' });
    await pass(0);
    handle.connect();
  }
}

it('[VID-01] [VID-27] goes on through the media server when the server says so, and nobody disappears meanwhile', async () => {
  const { responses, attended, tracks, peers } = await begin(placeAt(0, null));
  for (const peer of peers) {
    peer.changeState('connected');
    peer.receive({ microphone: true, camera: true });
  }
  turnDevice('camera', false);
  expect(attended.at(-1)).toEqual({ heard: [], signals: [] });

  const moved = placeAt(1, placement);
  responses.attend = () =>
    HttpResponse.json({ ...attendance(others), moved: attended.at(-1)?.mediaGeneration === 1 ? null : moved });
  await pass(constants.ATTEND_MS);
  await vi.dynamicImportSettled();
  await pass(0);
  expect(fakeJanus.handles).toHaveLength(1);
  const connected = ['a-dana connected', 'a-ana connected'];
  expect([seen(), peers.map(({ closed }) => closed)]).toEqual([connected, [false, false]]);
  await connectThroughJanus();
  // Until they tell over the new way what they send, and while they may not be connected over it yet.
  await pass(1_900);
  expect([seen(), peers.map(({ closed }) => closed)]).toEqual([connected, [false, false]]);
  expect(sending()).toEqual([true, true]);
  fakeJanus.handles[1]?.hear({ microphone: false, camera: true });
  expect(sending()).toEqual([false, true]);
  await pass(2_000);
  expect([seen(), peers.map(({ closed }) => closed)]).toEqual([connected, [true, true]]);
  expect(fakeJanus.handles[0]?.tracks).toEqual([tracks[0], null, null]);
  expect(peers.flatMap(({ sentMessages }) => sentMessages)).not.toContainEqual(expect.objectContaining({ bye: true }));
  await pass(1_000);
  expect(attended.at(-1)).toMatchObject({ mediaGeneration: 1, publisherId: 42 });
  expect(fakeJanus.sessions).toHaveLength(1);
});

it('[VID-01] [VID-27] says that it is cut off from the media server, and goes on without it when the server says so', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { responses, attended, tracks, peers } = await begin(placeAt(1, placement));
  await connectThroughJanus();
  expect(seen()).toEqual(['a-dana connected', 'a-ana connected']);
  fakeJanus.isThere = false;
  fakeJanus.handles.forEach((handle) => handle.connect('disconnected'));
  const moved = placeAt(2, null);
  responses.attend = () => {
    const hasMoved = attended.at(-1)?.mediaGeneration === 2;
    const isCutOff = attended.at(-1)?.isCutOff === true;
    // The others have moved already.
    const signals = isCutOff ? [{ id: 1, sender: 'a-ana', content: offer }] : [];
    return HttpResponse.json({ ...attendance(others, signals), moved: isCutOff && !hasMoved ? moved : null });
  };
  fakeJanus.sessions[0]?.options.error?.('lost');
  await pass(2_900);
  expect(attended.some(({ isCutOff }) => isCutOff)).toBe(false);
  await pass(2_000);
  expect(seen()).toEqual(['a-dana connecting', 'a-ana connecting']);
  expect(peers.map(({ remote }) => remote)).toEqual([[], [{ type: 'offer', sdp: 'an offer' }]]);
  expect(peers[1]?.sent()).toEqual(tracks);
  for (const peer of peers) peer.changeState('connected');
  expect(seen()).toEqual(['a-dana connected', 'a-ana connected']);
  await pass(constants.ATTEND_MS);
  expect(fakeJanus.sessions[0]?.closed).toBe(true);
  expect(attended.at(-1)).toEqual(expect.objectContaining({ mediaGeneration: 2 }));
  expect(attended.at(-1)).not.toHaveProperty('isCutOff');
});

it('a server of an earlier version is told nothing that it would refuse', async () => {
  const { meeting, ...place } = placeAt(0, placement);
  const { attended } = await begin({ ...place, meeting: { ...meeting, mediaGeneration: undefined as never } });
  await connectThroughJanus();
  await pass(constants.ATTEND_MS);
  expect(attended.at(-1)).toEqual({ heard: [], signals: [] });
});
