import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakeJanus, resetFakeJanus } from '@/testing/fake-janus';
import { about, attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { endCall, joinCall, turnDevice } from '../call';
import { call } from '../call-view';

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

/** Dana, with what she has reported to publish. */
const publishing = (publisherId: number | null) => ({ ...otherWindow, publisherId });

const others = () => call.getState()?.others ?? [];

/** In a call with Dana, who publishes this feed, and has reported it. */
async function meet(feed = 5) {
  const { responses, attended } = serveMeeting();
  const { tracks } = fakeDevices();
  responses.join = () => HttpResponse.json({ joinInfo });
  responses.attend = () => HttpResponse.json(attendance([publishing(feed)]));
  await joinCall(about);
  await pass(0);
  const [publisher] = fakeJanus.handles;
  if (publisher === undefined) throw new Error('Nothing was attached.');
  publisher.say({ videoroom: 'joined', id: 42, private_id: 99, publishers: [{ id: feed }] });
  await pass(0);
  return { publisher, tracks, responses, attended };
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
  });
  expect(publisher.sent[1]).toMatchObject({ request: 'publish' });
  expect(publisher.tracks).toEqual([...tracks, null]);
});

it('[VID-01] receives what an attendee has reported, and nothing of a stranger with the name of one', async () => {
  const { publisher } = await meet();
  publisher.say({ videoroom: 'event', publishers: [{ id: 6, display: otherWindow.attendeeId }] });
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
  const { publisher, responses } = await meet();
  const handle = await receive();
  publisher.say({ videoroom: 'event', leaving: 5 });
  expect(handle?.detached).toBe(true);
  expect(others()).toMatchObject([{ status: 'interrupted' }]);
  // Whoever comes under her number now is not Dana.
  publisher.say({ videoroom: 'event', publishers: [{ id: 5 }, { id: 8 }] });
  await pass(constants.ATTEND_MS);
  const subscribed = fakeJanus.handles.flatMap(({ sent }) => sent.flatMap(({ streams }) => streams ?? []));
  expect(subscribed).toEqual([{ feed: 5 }]);
  responses.attend = () => HttpResponse.json(attendance([publishing(8)]));
  await pass(constants.ATTEND_MS);
  await receive();
  expect(others()).toMatchObject([{ status: 'connected' }]);
});

it('reports at once what it publishes, and publishes anew if somebody else has reported that', async () => {
  const { responses, attended } = await meet();
  await pass(50);
  expect(attended.at(-1)).toMatchObject({ publisherId: 42 });
  const taken = () => HttpResponse.json({ code: 'publisher_taken', message: 'Taken.' }, { status: 409 });
  responses.attend = () =>
    attended.at(-1)?.publisherId === 42 ? taken() : HttpResponse.json(attendance([publishing(5)]));
  await pass(constants.ATTEND_MS);
  expect(fakeJanus.sessions.map(({ closed }) => closed)).toEqual([true, false]);
  expect(attended.at(-1)).not.toHaveProperty('publisherId');
  expect(call.getState()).toMatchObject({ state: 'connected', unreachable: false });
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

it('continues its session after a lost socket, tries again, and starts anew once Janus has ended it', async () => {
  await meet();
  const [first] = fakeJanus.sessions;
  if (first === undefined) throw new Error('There is no session.');
  first.options.error?.('lost');
  for (const [place, pause] of [1_000, 2_000, 4_000].entries()) {
    expect(first.reclaims).toHaveLength(place + 1);
    first.reclaims[place]?.error('Error connecting to the Janus WebSockets server: Is the server down?');
    await pass(pause - 1);
    expect(first.reclaims).toHaveLength(place + 1);
    await pass(1);
  }
  // Those before it are closed, without a word to the library.
  expect(fakeJanus.sockets.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false, true]);
  expect(fakeJanus.heardEnds).toBe(0);
  first.reclaims[3]?.success();
  await pass(10_000);
  expect(first.closed).toBe(false);
  first.options.error?.('lost again');
  first.reclaims[4]?.error('No such session 17');
  await pass(1_000);
  expect(first.closed).toBe(true);
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

it('restores connections with the newest credentials of the relays', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { publisher, responses } = await meet();
  const renewed = { urls: ['turn:relay.example'], username: 'later', credential: 'newer' };
  responses.attend = () => HttpResponse.json({ ...attendance([publishing(5)]), iceServers: [renewed] });
  const handle = await receive();
  await pass(constants.ATTEND_MS);
  publisher.connect('disconnected');
  await pass(4_500);
  // Of what it receives, Janus makes the offer.
  handle?.say({ videoroom: 'event' }, { type: 'offer' });
  for (const each of [publisher, handle])
    expect(each?.configuration).toEqual({ iceServers: [renewed], iceTransportPolicy: 'all' });
});

it('waits no longer for a session that it has given up, and publishes nothing over one that comes too late', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { responses } = serveMeeting();
  fakeDevices();
  responses.join = () => HttpResponse.json({ joinInfo });
  fakeJanus.isSilent = true;
  await joinCall(about);
  await pass(14_000);
  const areOpen = () => fakeJanus.sockets.map(({ isOpen }) => isOpen);
  expect(areOpen()).toEqual([false, true]);
  endCall();
  fakeJanus.sessions[1]?.options.success?.();
  await pass(250);
  expect([fakeJanus.handles, fakeJanus.sessions[1]?.closed]).toEqual([[], true]);

  await joinCall(about);
  endCall();
  await pass(250);
  expect(areOpen().at(-1)).toBe(false);
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
