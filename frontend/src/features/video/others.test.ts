import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { AttendeeRead, SentSignal } from '@/api/generated/types.gen';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { joinCall } from './call';
import { call } from './call-view';

/** A window that makes the offers, for its id is the lower of both. */
const offering: AttendeeRead = { ...otherWindow, attendeeId: 'a-dana' };

const offer = { type: 'offer', sdp: 'an offer', peer: 7, round: 3 } as const;

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** In a call with one other window. */
async function meet(other = otherWindow) {
  const { attended, responses } = serveMeeting();
  const { tracks } = fakeDevices();
  const peers = fakePeers();
  responses.attend = () => HttpResponse.json(attendance([other]));
  await joinCall(about);
  await pass(0);
  let count = 0;
  /** The other window has said this. */
  const hear = async (content: SentSignal['content']) => {
    count += 1;
    const signal = { id: count, sender: other.attendeeId, content };
    responses.attend = () => {
      const isHeard = attended.some(({ heard = [] }) => heard.includes(signal.id));
      return HttpResponse.json(attendance([other], isHeard ? [] : [signal]));
    };
    await pass(constants.ATTEND_MS);
  };
  const said = () => attended.flatMap(({ signals = [] }) => signals.map(({ content }) => content));
  return { peers, tracks, hear, said };
}

type Met = Awaited<ReturnType<typeof meet>>;

/** What was said last, as an answer of the other window to it. */
function answerTo({ said }: Met, peer: number) {
  const last = said().findLast(({ type }) => type === 'offer');
  if (last?.type !== 'offer') throw new Error('Nothing was offered.');
  return { ...last, type: 'answer', sdp: `an answer of ${peer}`, peer } as const;
}

it('[VID-27] connections go by the relay that joining has told of', async () => {
  const { responses } = serveMeeting();
  fakeDevices();
  const peers = fakePeers();
  const relay = { urls: ['turn:relay.example:3478'], username: 'until noon', credential: 'of this window' };
  const meeting = { ...joined.meeting, iceServers: [relay] };
  responses.join = () => HttpResponse.json({ joinInfo: { ...joined, meeting } });
  responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await joinCall(about);
  await pass(0);
  expect(peers.map(({ configuration }) => configuration)).toEqual([{ iceServers: [relay] }]);
});

it('[VID-01] an offer is answered with what this window has, and named as the one that is answered', async () => {
  const { peers, tracks, hear, said } = await meet(offering);
  expect(said()).toEqual([]);
  await hear(offer);
  expect(peers[0]?.remote).toEqual([{ type: 'offer', sdp: 'an offer' }]);
  expect(said()).toMatchObject([{ type: 'answer', sdp: 'an answer', round: 3 }]);
  expect(peers[0]?.sent()).toEqual(tracks);
});

it('ways to this window are told as they are found, and those to the other are tried', async () => {
  const { peers, hear, said } = await meet(offering);
  const way = { candidate: 'a way', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'x' };
  for (const candidate of [way, { ...way, candidate: '' }, null]) peers[0]?.onicecandidate?.({ candidate });
  await pass(50);
  expect(said()).toEqual([{ type: 'candidate', ...way }]);
  await hear({ type: 'candidate', candidate: 'a way back' });
  expect(peers[0]?.remote).toMatchObject([{ candidate: 'a way back' }]);
});

it('another end that takes the place of the one before is met anew', async () => {
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

it('another end that makes the offers is answered by a new one', async () => {
  const { peers, hear } = await meet(offering);
  await hear(offer);
  await hear({ ...offer, peer: 8, round: 1 });
  expect(peers.map(({ closed, remote }) => [closed, remote.length])).toEqual([
    [true, 1],
    [false, 1],
  ]);
});

it('who hung up does not come back, though the server names them for a while yet', async () => {
  const { peers } = await meet();
  peers[0]?.changeState('connected');
  peers[0]?.receive({ microphone: false, camera: false, bye: true });
  expect(call.getState()?.others).toEqual([]);
  await pass(constants.ATTEND_MS);
  expect([call.getState()?.others, peers.length]).toEqual([[], 1]);
});

it.each(['', '{"camera', '7'])('nonsense of another window is not heard (%j)', async (text) => {
  const { peers } = await meet();
  peers[0]?.changeState('connected');
  peers[0]?.receive({ microphone: true, camera: true });
  peers[0]?.receiveText(text);
  expect(call.getState()?.others).toMatchObject([{ says: { microphone: true, camera: true } }]);
});
