import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import type { AttendeeRead } from '@/api/generated/types.gen';
import { constants } from '@/api/contract/constants.gen';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, joined, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { joinCall, turnDevice } from './call';
import { call } from './call-view';
import { answerQuestion, flipCamera, takeControlBack, tellOther } from './in-call';
import { inCall } from './in-call-view';

const specialist: AttendeeRead = {
  attendeeId: 'c-ada',
  user: { id: 71, firstName: 'Ada', lastName: 'Lovelace' },
  guest: null,
  unattended: false,
  givesConsults: true,
  publisherId: null,
};
const stranger: AttendeeRead = {
  ...specialist,
  attendeeId: 'd-sam',
  user: { id: 93, firstName: 'Sam', lastName: 'Poe' },
  givesConsults: false,
};
const media = { microphone: true, camera: true, screen: 0 };

const PTZ = {
  capabilities: { pan: { min: -100, max: 100, step: 1 }, zoom: { min: 100, max: 500, step: 10 } },
  settings: { width: 1_920, height: 1_080, pan: 0, zoom: 100 },
};

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** Joins a call with a specialist and someone else from a window, or an unattended device, whose camera can be aimed. */
async function meet({ unattended = false, ptz = true, others = [specialist, stranger] } = {}) {
  const { responses } = serveMeeting();
  const browser = fakeDevices();
  const peers = fakePeers();
  const [own] = attendance().attendees;
  const all = [{ ...own!, unattended }, ...others];
  responses.attend = () => HttpResponse.json({ ...attendance(), attendees: all });
  await joinCall(about);
  await pass(0);
  const [theirs, other] = peers;
  const [, camera] = browser.tracks;
  if (theirs === undefined || other === undefined || camera === undefined) throw new Error('There is nobody.');
  if (ptz) Object.assign(camera, PTZ);
  turnDevice('camera', true);
  for (const peer of peers) {
    peer.changeState('connected');
    peer.receive(media);
  }
  const told = () => theirs.sentMessages.at(-1) as { control: object };
  return { browser, theirs, other, camera, told, responses, peers };
}

describe('a camera that can be aimed', () => {
  it('is offered to the others, unless it is off', async () => {
    const { told } = await meet();
    expect(told().control).toEqual({ axes: ['pan', 'zoom'], allowed: [], refused: [], busy: [] });
    turnDevice('camera', false);
    expect(told().control).toMatchObject({ axes: [] });
  });

  it('moves for whoever gives consults after the user has allowed it, one step at a time and as far as it goes', async () => {
    const { theirs, camera, told } = await meet();
    theirs.receive({ ...media, move: { pan: 1 } });
    expect([camera.settings.pan, inCall.getState().question]).toEqual([0, null]);
    theirs.receive({ ...media, ask: 'control' });
    expect(inCall.getState().question).toEqual({ from: specialist, ask: 'control' });
    answerQuestion(true);
    expect([told().control, inCall.getState().controllers]).toMatchObject([
      { allowed: [specialist.attendeeId] },
      [specialist],
    ]);
    theirs.receive({ ...media, move: { pan: 1, zoom: -1 } });
    await pass(0);
    expect(camera.settings).toMatchObject({ pan: 10, zoom: 100 });
    for (let press = 0; press < 12; press += 1) {
      theirs.receive({ ...media, move: { pan: 1 } });
      await pass(0);
    }
    expect(camera.settings.pan).toBe(100);
  });

  it('stays where it is after the user has taken it back, or refused, which is told', async () => {
    const { theirs, camera, told } = await meet();
    theirs.receive({ ...media, ask: 'control' });
    answerQuestion(false);
    expect(told().control).toMatchObject({ allowed: [], refused: [specialist.attendeeId] });
    theirs.receive({ ...media, ask: 'control' });
    answerQuestion(true);
    expect(told().control).toMatchObject({ allowed: [specialist.attendeeId], refused: [] });
    takeControlBack();
    theirs.receive({ ...media, move: { pan: 1 } });
    await pass(0);
    expect([camera.settings.pan, told().control]).toMatchObject([0, { allowed: [] }]);
  });

  it('is asked about by one at a time; whoever asks meanwhile is told to wait, and asks again after the answer', async () => {
    const second = { ...stranger, givesConsults: true };
    const { theirs, other, told } = await meet({ others: [specialist, second] });
    for (const each of [theirs, other]) each.receive({ ...media, ask: 'control' });
    expect(inCall.getState().question?.from).toEqual(specialist);
    expect([told().control, other.sentMessages.at(-1)]).toMatchObject([
      { busy: [second.attendeeId], refused: [] },
      { control: { busy: [second.attendeeId] } },
    ]);
    theirs.receive({ ...media, ask: 'control' });
    expect(told().control).toMatchObject({ busy: [second.attendeeId] });
    answerQuestion(true);
    expect([inCall.getState().question, told().control]).toMatchObject([null, { busy: [] }]);
    other.receive({ ...media, ask: 'control' });
    expect(inCall.getState().question?.from).toEqual(second);
  });

  it('may still be aimed after the page of whoever was allowed to was reloaded', async () => {
    const { theirs, responses, peers, camera } = await meet();
    theirs.receive({ ...media, ask: 'control' });
    answerQuestion(true);
    const [own] = attendance().attendees;
    const again = { ...specialist, attendeeId: 'e-ada' };
    responses.attend = () =>
      HttpResponse.json({ ...attendance(), attendees: [own, again], removed: ['c-ada', 'd-sam'] });
    await pass(constants.ATTEND_MS);
    peers[2]?.changeState('connected');
    peers[2]?.receive({ ...media, move: { zoom: 1 } });
    await pass(0);
    expect(camera.settings.zoom).toBe(120);
    expect(peers[2]?.sentMessages.at(-1)).toMatchObject({ control: { allowed: ['e-ada'] } });
  });

  it.each([false, true])('never moves for anybody else, attended or not (unattended: %s)', async (unattended) => {
    const { other, camera } = await meet({ unattended });
    other.receive({ ...media, ask: 'control' });
    other.receive({ ...media, move: { pan: 1 } });
    await pass(0);
    expect([camera.settings.pan, inCall.getState().question, inCall.getState().controllers]).toEqual([0, null, []]);
  });

  it('of an unattended device moves for whoever gives consults, and the device says so', async () => {
    const { theirs, camera } = await meet({ unattended: true });
    theirs.receive({ ...media, ask: 'control' });
    theirs.receive({ ...media, move: { zoom: 1 } });
    await pass(0);
    expect([camera.settings.zoom, inCall.getState()]).toMatchObject([
      120,
      { question: null, controllers: [specialist] },
    ]);
  });

  it('is not asked about if it cannot be aimed', async () => {
    const { theirs } = await meet({ ptz: false });
    theirs.receive({ ...media, ask: 'control' });
    expect(inCall.getState().question).toBeNull();
  });
});

describe('a camera that is off', () => {
  it('is turned on by the user who is asked', async () => {
    const { theirs, other } = await meet();
    turnDevice('camera', false);
    other.receive({ ...media, ask: 'camera' });
    expect(inCall.getState().question).toBeNull();
    theirs.receive({ ...media, ask: 'camera' });
    expect(inCall.getState().question).toEqual({ from: specialist, ask: 'camera' });
    answerQuestion(false);
    expect(call.getState()?.on.camera).toBe(false);
    theirs.receive({ ...media, ask: 'camera' });
    answerQuestion(true);
    await pass(0);
    expect(call.getState()).toMatchObject({ on: { camera: true }, tracks: { camera: { readyState: 'live' } } });
  });

  it('of an unattended device is turned on for whoever gives consults, and for nobody else', async () => {
    const { theirs, other } = await meet({ unattended: true });
    turnDevice('camera', false);
    other.receive({ ...media, ask: 'camera' });
    await pass(0);
    expect(call.getState()?.on.camera).toBe(false);
    theirs.receive({ ...media, ask: 'camera' });
    await pass(0);
    expect([call.getState()?.on.camera, inCall.getState().turnedOnBy]).toEqual([true, specialist]);
    turnDevice('camera', false);
    expect(inCall.getState().turnedOnBy).toBeNull();
  });

  it('is no longer asked about once whoever asked has left', async () => {
    const { theirs, responses } = await meet();
    turnDevice('camera', false);
    theirs.receive({ ...media, ask: 'camera' });
    responses.attend = () => HttpResponse.json({ ...attendance(), removed: ['c-ada', 'd-sam'] });
    await pass(constants.ATTEND_MS);
    expect(inCall.getState().question).toBeNull();
  });
});

it('what is asked of another window goes to it alone, with the state that older windows expect', async () => {
  const { theirs, other } = await meet();
  const before = other.sentMessages.length;
  tellOther(specialist.attendeeId, { move: { tilt: -1 } });
  expect(theirs.sentMessages.at(-1)).toMatchObject({ microphone: true, camera: true, move: { tilt: -1 } });
  expect(other.sentMessages).toHaveLength(before);
  tellOther(joined.attendee.attendeeId, { ask: 'control' });
  tellOther('nobody', { ask: 'control' });
});

describe('flipping the camera', () => {
  const two = { list: [['videoinput', 'front'] as const, ['videoinput', 'back'] as const] };

  async function flip(settings: object, list = two) {
    serveMeeting();
    const browser = fakeDevices(list);
    await joinCall(about);
    await pass(0);
    const [, camera] = browser.tracks;
    Object.assign(camera!, { settings });
    const give = browser.hold();
    flipCamera();
    await pass(0);
    const whileOpening = camera?.readyState;
    give();
    await pass(0);
    return { ...browser, whileOpening };
  }

  it.each([
    ['to the other side of a phone', { facingMode: 'user' }, { facingMode: { ideal: 'environment' } }],
    ['to the next camera', { deviceId: 'id of back' }, { deviceId: { exact: 'id of front' } }],
  ])('switches %s, and never has two cameras open', async (_where, settings, wanted) => {
    const { constraints, tracks, whileOpening } = await flip(settings);
    expect(whileOpening).toBe('ended');
    expect(constraints[1]?.video).toMatchObject(wanted);
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['live', 'ended', 'live']);
    expect(call.getState()?.tracks.camera).toBe(tracks[2]);
  });

  it('does nothing with one camera', async () => {
    const { constraints } = await flip({ facingMode: 'user' }, { list: [['videoinput', 'front']] as never });
    expect(constraints).toHaveLength(1);
  });
});
