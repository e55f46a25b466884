import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import { connection } from '@/api/socket';
import { session } from '@/session/state';
import { devices } from '@/shared/media/devices';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { joinCall } from './call';
import { call } from './call-view';

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** Joins a call with one other, who is connected. */
async function meet() {
  const served = serveMeeting();
  const browser = fakeDevices({ permissions: { microphone: 'granted', camera: 'granted' } });
  const peers = fakePeers();
  served.responses.attend = () => HttpResponse.json(attendance([otherWindow]));
  await joinCall(about);
  await pass(0);
  const [peer] = peers;
  if (peer === undefined) throw new Error('There is nobody.');
  peer.changeState('connected');
  const lights = () => browser.tracks.map(({ readyState }) => readyState);
  return { ...served, browser, peer, lights, told: () => peer.sentMessages.at(-1) };
}

describe('permission that is withdrawn during a call', () => {
  it.each([
    ['before the browser ends the track', ['change', 'lose']],
    ['after it', ['lose', 'change']],
  ])('turns the device off at once, says so, and opens it when it is given back (%s)', async (_when, order) => {
    const { browser, lights, told } = await meet();
    const steps = {
      change: () => browser.change('camera', 'denied'),
      lose: () => browser.tracks[1]?.lose(),
    };
    for (const step of order) steps[step as keyof typeof steps]();
    await pass(0);
    expect([lights(), call.getState()?.tracks.camera]).toEqual([['live', 'ended'], null]);
    expect([told(), devices.getState().camera]).toMatchObject([
      { microphone: true, camera: false },
      { permission: 'denied', problem: 'denied' },
    ]);
    expect(call.getState()).toMatchObject({ state: 'connected', others: [{ status: 'connected' }] });
    browser.change('camera', 'granted');
    await pass(0);
    expect([lights(), told()]).toMatchObject([['live', 'ended', 'live'], { camera: true }]);
  });
});

describe('a call goes on with its devices', () => {
  it('when the socket server restarts', async () => {
    const { lights, attended } = await meet();
    onTestFinished(() => connection.setState({ status: 'off', lostSince: null }, true));
    connection.setState({ status: 'connected', lostSince: null }, true);
    const before = attended.length;
    connection.setState({ status: 'lost', lostSince: 0 }, true);
    await pass(50);
    expect(attended.length).toBeGreaterThan(before);
    await pass(constants.ATTEND_MS);
    connection.setState({ status: 'connected', lostSince: null }, true);
    await pass(constants.ATTEND_MS);
    expect([call.getState(), lights()]).toMatchObject([
      { state: 'connected', unreachable: false, others: [{ status: 'connected' }] },
      ['live', 'live'],
    ]);
  });

  it('while the database is away, which is said until it is back', async () => {
    const { responses, lights, peer } = await meet();
    responses.attend = () => HttpResponse.json({ code: 'unavailable', message: 'Try again.' }, { status: 503 });
    await pass(60_000);
    expect([call.getState(), lights(), peer.closed]).toMatchObject([
      { state: 'connected', unreachable: true, others: [{ status: 'connected' }] },
      ['live', 'live'],
      false,
    ]);
    responses.attend = () => HttpResponse.json(attendance([otherWindow]));
    await pass(constants.ATTEND_MS);
    expect(call.getState()).toMatchObject({ state: 'connected', unreachable: false });
  });

  it("in a second tab, which is another attendee in the same user's name", async () => {
    const { responses, lights } = await meet();
    const [own] = attendance().attendees;
    const second = { ...own!, attendeeId: 'd-own' };
    responses.attend = () => HttpResponse.json(attendance([otherWindow, second]));
    await pass(constants.ATTEND_MS);
    expect(call.getState()?.others.map(({ attendee }) => attendee)).toEqual([otherWindow, second]);
    responses.attend = () => HttpResponse.json({ ...attendance([otherWindow]), removed: ['d-own'] });
    await pass(constants.ATTEND_MS);
    expect([call.getState()?.others.length, call.getState()?.state, lights()]).toEqual([
      1,
      'connected',
      ['live', 'live'],
    ]);
  });
});
