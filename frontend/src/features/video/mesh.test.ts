import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { Attendance, AttendeeRead, SentSignal } from '@/api/generated/types.gen';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { joinCall } from './call';
import { call } from './call-view';

/** A window that makes the offers, because its id is the lower one. */
const offering: AttendeeRead = { ...otherWindow, attendeeId: 'a-dana' };

const offer = { type: 'offer', sdp: 'an offer', peer: 7, round: 3 } as const;

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** Joins a call with one other window. */
async function meet(other = otherWindow) {
  const { attended, responses } = serveMeeting();
  const { tracks } = fakeDevices();
  const peers = fakePeers();
  responses.attend = () => HttpResponse.json(attendance([other]));
  await joinCall(about);
  await pass(0);
  let count = 0;
  let extras: Partial<Attendance> = {};
  /** What the responses to heartbeats have from now on. */
  const attend = (changes: Partial<Attendance>) => {
    extras = changes;
  };
  /** Delivers a signal from the other window. */
  const hear = async (content: SentSignal['content']) => {
    count += 1;
    const signal = { id: count, sender: other.attendeeId, content };
    responses.attend = () => {
      const isHeard = attended.some(({ heard = [] }) => heard.includes(signal.id));
      return HttpResponse.json({ ...attendance([other], isHeard ? [] : [signal]), ...extras });
    };
    await pass(constants.ATTEND_MS);
  };
  const said = () => attended.flatMap(({ signals = [] }) => signals.map(({ content }) => content));
  return { peers, tracks, hear, said, attend };
}

type Met = Awaited<ReturnType<typeof meet>>;

/** The other window's answer to the last offer. */
function answerTo({ said }: Met, peer: number) {
  const last = said().findLast(({ type }) => type === 'offer');
  if (last?.type !== 'offer') throw new Error('No offer was sent.');
  return { ...last, type: 'answer', sdp: `an answer of ${peer}`, peer } as const;
}

it('[VID-27] connections use the relay from the join response, and nothing else if it says so', async () => {
  const { responses } = serveMeeting();
  fakeDevices();
  const peers = fakePeers();
  const relay = { urls: ['turn:relay.example:3478'], username: 'until noon', credential: 'of this window' };
  const meeting = { ...joined.meeting, iceServers: [relay], iceTransportPolicy: 'relay' };
  responses.join = () => HttpResponse.json({ joinInfo: { ...joined, meeting } });
  responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await joinCall(about);
  await pass(0);
  expect(peers.map(({ configuration }) => configuration)).toEqual([
    { iceServers: [relay], iceTransportPolicy: 'relay' },
  ]);
});

it.each([
  ['offers', otherWindow],
  ['answers', offering],
])(
  'a window that %s starts an interrupted connection again with the newest credentials for the relay',
  async (_, other) => {
    const met = await meet(other);
    const { peers, hear, attend } = met;
    await pass(50);
    const renewed = { urls: ['turn:relay.example:3478'], username: 'until later', credential: 'of this window' };
    attend({ iceServers: [renewed] });
    await hear(other === offering ? offer : answerTo(met, 5));
    attend({ iceServers: null });
    peers[0]?.changeState('failed');
    if (other === offering) await hear({ ...offer, round: 4 });
    expect(peers[0]?.configuration).toEqual({ iceServers: [renewed], iceTransportPolicy: 'all' });
  },
);

it("[VID-01] an offer is answered with this window's tracks and the offer's round", async () => {
  const { peers, tracks, hear, said } = await meet(offering);
  expect(said()).toEqual([]);
  await hear(offer);
  expect(peers[0]?.remote).toEqual([{ type: 'offer', sdp: 'an offer' }]);
  expect(said()).toMatchObject([{ type: 'answer', sdp: 'an answer', round: 3 }]);
  expect(peers[0]?.sent()).toEqual(tracks);
});

it("this window's ICE candidates are sent as they are found, and the other window's are added", async () => {
  const { peers, hear, said } = await meet(offering);
  const way = { candidate: 'a way', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'x' };
  for (const candidate of [way, { ...way, candidate: '' }, null]) peers[0]?.onicecandidate?.({ candidate });
  await pass(50);
  expect(said()).toEqual([{ type: 'candidate', ...way }]);
  await hear({ type: 'candidate', candidate: 'a way back' });
  expect(peers[0]?.remote).toMatchObject([{ candidate: 'a way back' }]);
});

it('a new peer that replaces the previous one gets a new connection', async () => {
  const met = await meet();
  await pass(50);
  await met.hear(answerTo(met, 5));
  expect(met.peers.map(({ closed }) => closed)).toEqual([false]);
  await met.hear(answerTo(met, 5));
  expect(met.peers).toHaveLength(1);
  await met.hear(answerTo(met, 6));
  expect(met.peers.map(({ closed }) => closed)).toEqual([true, false]);
  expect(met.said().filter(({ type }) => type === 'offer')).toHaveLength(2);
  await met.hear(answerTo(met, 6));
  expect(met.peers[1]?.remote).toEqual([{ type: 'answer', sdp: 'an answer of 6' }]);
  expect(call.getState()?.others).toHaveLength(1);
});

it('a new offering peer is answered by a new connection', async () => {
  const { peers, hear } = await meet(offering);
  await hear(offer);
  await hear({ ...offer, peer: 8, round: 1 });
  expect(peers.map(({ closed, remote }) => [closed, remote.length])).toEqual([
    [true, 1],
    [false, 1],
  ]);
});

it('an attendee who hung up does not come back, even if the server still lists them for a while', async () => {
  const { peers } = await meet();
  peers[0]?.changeState('connected');
  peers[0]?.receive({ microphone: false, camera: false, bye: true });
  expect(call.getState()?.others).toEqual([]);
  await pass(constants.ATTEND_MS);
  expect([call.getState()?.others, peers.length]).toEqual([[], 1]);
});

it.each(['', '{"camera', '7'])('invalid messages from another window are ignored (%j)', async (text) => {
  const { peers } = await meet();
  peers[0]?.changeState('connected');
  peers[0]?.receive({ microphone: true, camera: true });
  peers[0]?.receiveText(text);
  expect(call.getState()?.others).toMatchObject([{ media: { microphone: true, camera: true } }]);
});
