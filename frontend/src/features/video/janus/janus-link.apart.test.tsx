import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakeJanus, resetFakeJanus } from '@/testing/fake-janus';
import { about, attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { endCall, joinCall, turnDevice } from '../call';
import { call } from '../call-view';

vi.mock('janus-gateway', async () => ({ default: (await import('@/testing/fake-janus')).FakeJanus }));

const placement = { provider: 'janus', signalingUrl: 'wss://media.example', room: 17, pin: 'of the room' } as const;
const joinInfo = {
  meeting: { ...joined.meeting, mediaPlacement: placement },
  attendee: { ...joined.attendee, joinToken: 'of this window' },
};

beforeEach(() => {
  stopClock();
  resetFakeJanus();
  onTestFinished(() => session.setState(null, true));
});

const others = () => call.getState()?.others ?? [];

/** In a call with Dana, who publishes as this feed, unless it is null. */
async function meet(feed: number | null = 5) {
  const { responses } = serveMeeting();
  const { tracks } = fakeDevices();
  responses.join = () => HttpResponse.json({ joinInfo });
  responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await joinCall(about);
  await pass(0);
  const [publisher] = fakeJanus.handles;
  if (publisher === undefined) throw new Error('Nothing was attached.');
  const publishers = feed === null ? [] : [{ id: feed, display: otherWindow.attendeeId }];
  publisher.say({ videoroom: 'joined', private_id: 99, publishers });
  await pass(0);
  return { publisher, tracks, responses };
}

/** The handle that receives Dana's feed, connected. */
async function receive() {
  await pass(0);
  const handle = fakeJanus.handles.at(-1);
  handle?.say({ videoroom: 'attached' }, { type: 'offer' });
  await pass(0);
  handle?.connect();
  fakeJanus.handles[0]?.connect();
  return handle;
}

it('[VID-27] enters the room of the join response with this window’s token, and publishes both devices', async () => {
  const { publisher, tracks } = await meet();
  expect(publisher.sent[0]).toEqual({
    request: 'join',
    ptype: 'publisher',
    room: 17,
    pin: 'of the room',
    token: 'of this window',
    display: 'b-own',
  });
  expect(publisher.sent[1]).toMatchObject({ request: 'publish' });
  expect(publisher.tracks).toEqual([...tracks, null]);
});

it('[VID-01] receives what an attendee publishes whom the server names, and nothing of a stranger', async () => {
  const { publisher } = await meet();
  publisher.say({ videoroom: 'event', publishers: [{ id: 6, display: 'someone else' }] });
  await pass(0);
  const subscriptions = fakeJanus.handles.slice(1).flatMap(({ sent }) => sent);
  expect(subscriptions).toEqual([
    { request: 'join', ptype: 'subscriber', room: 17, pin: 'of the room', private_id: 99, streams: [{ feed: 5 }] },
  ]);
  const handle = await receive();
  expect(handle?.sent.at(-1)).toEqual({ request: 'start' });
  handle?.hear({ microphone: true, camera: false });
  expect(others()).toMatchObject([{ status: 'connected', media: { microphone: true, camera: false } }]);
});

it('tells the others what it sends, also when one asks', async () => {
  const { publisher } = await meet();
  const handle = await receive();
  turnDevice('camera', false);
  expect(publisher.told.at(-1)).toMatchObject({ microphone: true, camera: false });
  expect(publisher.tracks[1]).toBeNull();
  publisher.told.length = 0;
  handle?.hear({ microphone: true, camera: true, asks: true });
  expect(publisher.told).toMatchObject([{ microphone: true, camera: false }]);
});

it('tries again until the server has made the room and let this window in', async () => {
  const { responses } = serveMeeting();
  fakeDevices();
  responses.join = () => HttpResponse.json({ joinInfo });
  await joinCall(about);
  await pass(0);
  const [publisher] = fakeJanus.handles;
  for (const [code, pause] of [
    [426, 100],
    [433, 200],
  ] as const) {
    publisher?.say({ videoroom: 'event', error_code: code });
    await pass(pause);
  }
  expect(publisher?.sent.map(({ request }) => request)).toEqual(['join', 'join', 'join']);
});

it('shows that an attendee is away whose feed ends, and receives the next one', async () => {
  const { publisher } = await meet();
  const handle = await receive();
  publisher.say({ videoroom: 'event', leaving: 5 });
  expect(handle?.detached).toBe(true);
  expect(others()).toMatchObject([{ status: 'interrupted' }]);
  publisher.say({ videoroom: 'event', publishers: [{ id: 8, display: otherWindow.attendeeId }] });
  await receive();
  expect(others()).toMatchObject([{ status: 'connected' }]);
});

it('an attendee who hung up is gone at once, even if the server still lists them', async () => {
  await meet();
  const handle = await receive();
  handle?.hear({ microphone: false, camera: false, bye: true });
  expect(others()).toEqual([]);
  await pass(constants.ATTEND_MS);
  expect(others()).toEqual([]);
});

it('starts anew when Janus has ended its connection, or cannot be reached', async () => {
  const { publisher } = await meet();
  await receive();
  fakeJanus.isThere = false;
  publisher.hangUp();
  expect(fakeJanus.sessions[0]?.closed).toBe(true);
  expect(others()).toMatchObject([{ status: 'interrupted' }]);
  await pass(1_000);
  fakeJanus.isThere = true;
  await pass(1_000);
  expect(fakeJanus.sessions).toHaveLength(3);
  expect(fakeJanus.handles.at(-1)?.sent).toMatchObject([{ request: 'join', ptype: 'publisher' }]);
});

it('continues its session after a lost socket, and starts anew if Janus has ended it', async () => {
  await meet();
  const [first] = fakeJanus.sessions;
  first?.options.error?.('lost');
  expect(first?.reclaims).toHaveLength(1);
  expect(first?.closed).toBe(false);
  first?.reclaims[0]?.error('No such session');
  await pass(1_000);
  expect(first?.closed).toBe(true);
  expect(fakeJanus.sessions).toHaveLength(2);
});

it('[VID-28] hanging up says so, stops sending, and ends the session', async () => {
  const { publisher } = await meet();
  await receive();
  endCall();
  expect(publisher.told.at(-1)).toMatchObject({ microphone: false, camera: false, bye: true });
  expect(publisher.tracks).toEqual([null, null, null]);
  await pass(250);
  expect(fakeJanus.sessions[0]?.closed).toBe(true);
});

it('starts anew if it is stuck, whatever it waits for', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await meet();
  const [publisher] = fakeJanus.handles;
  publisher?.connect();
  // What Dana publishes never arrives.
  await pass(13_000);
  const subscriptions = () => fakeJanus.handles.filter(({ sent }) => sent.some(({ ptype }) => ptype === 'subscriber'));
  expect(subscriptions().length).toBeGreaterThan(1);
  expect(fakeJanus.sessions).toHaveLength(1);
  publisher?.connect('connecting');
  await pass(14_000);
  expect(fakeJanus.sessions).toHaveLength(2);
});
