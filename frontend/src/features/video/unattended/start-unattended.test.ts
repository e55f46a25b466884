import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { signInForTest } from '@/testing/session';
import { about, attendance, joined, otherWindow, pass, stopClock } from '@/testing/meeting';
import { server } from '@/testing/server';
import { claims, endDeviceCall, leaveDevice, STORED, storeValues, storedValues } from '@/testing/standalone';

import { leaveCall, turnDevice } from '../call';
import { call } from '../call-view';
import { openStandaloneLink, restoreAccess, startUnattendedCall } from './start-unattended';

const { meetingId } = joined.meeting;
const JOIN = `join ${JSON.stringify(claims)}`;
const DELETE = `delete ${JSON.stringify(claims)}`;
const OWN = `/api/meeting/${meetingId}/attendees/${joined.attendee.attendeeId}`;

const onEnded = vi.fn();
const start = () => startUnattendedCall(new AbortController().signal, onEnded);
const refused = (status: number) => HttpResponse.json({ code: 'refused', message: 'Refused.' }, { status });
const isConnected = () => vi.waitFor(() => expect(call.getState()?.state).toBe('connected'));

beforeEach(() => void onEnded.mockClear());

afterEach(endDeviceCall);

describe('the call of an unattended device', () => {
  it('[UNATT-02] [UNATT-05] [AUTH-08] is joined with the stored token alone, and knows no patient', async () => {
    const { sent, token, requests, attended } = await leaveDevice();
    expect(await start()).toBeNull();
    await isConnected();
    expect(requests).toEqual([JOIN]);
    expect(sent.slice(0, 3)).toEqual([
      'GET /api/.well-known/keys nobody',
      `POST /api/meeting Bearer ${token}`,
      `POST ${OWN}/attend Bearer ${token}`,
    ]);
    expect([attended.length > 0, call.getState()?.about.title]).toEqual([true, 'Unattended Patient Mode']);
  });

  it('[UNATT-08] [UNATT-02] is not joined while someone is signed in', async () => {
    const { sent } = await leaveDevice();
    signInForTest();
    expect([await start(), sent]).toEqual(['home', []]);
  });

  it.each([
    ['the token', { token: 'no token' }],
    ['the consult', { consultId: 'another' }],
    ['the meeting', { externalMeetingId: 'another' }],
  ])('[UNATT-03] [UNATT-07] is not joined if %s is another one', async (_what, values) => {
    const { requests } = await leaveDevice();
    storeValues(values);
    expect([await start(), requests]).toEqual(['home', []]);
  });

  it('[UNATT-06] is not joined if the server refuses, and the devices are released', async () => {
    const { responses, browser } = await leaveDevice();
    responses.join = () => refused(401);
    expect([await start(), call.getState()]).toEqual(['failed', null]);
    await vi.waitFor(() => expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']));
  });

  it('[UNATT-06] keeps trying to join while the server does not respond', async () => {
    const { responses, requests } = await leaveDevice();
    const answer = responses.join;
    responses.join = () => {
      responses.join = answer;
      return refused(503);
    };
    expect([await start(), new Set(requests)]).toEqual([null, new Set([JOIN])]);
    await isConnected();
  });

  it('[UNATT-06] reports that it has ended, and the devices are released', async () => {
    const { responses, browser } = await leaveDevice();
    responses.attend = () => refused(401);
    expect(await start()).toBeNull();
    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']));
  });

  it('is left for a moment by a reload, and keeps its devices off', async () => {
    const { sent, token } = await leaveDevice();
    await start();
    await isConnected();
    turnDevice('camera', false);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    await vi.waitFor(() => expect(sent).toContain(`DELETE ${OWN}?restore=false Bearer ${token}`));
    leaveCall();
    await start();
    await isConnected();
    expect([call.getState()?.on, onEnded.mock.calls]).toEqual([{ microphone: true, camera: false }, []]);
  });
});

describe('restoring access', () => {
  it('[UNATT-10] [UNATT-11] [UNATT-12] [CONST-10] deletes the meeting if no one else is there', async () => {
    const { requests, sent, token, browser } = await leaveDevice();
    await start();
    await isConnected();
    restoreAccess();
    expect([call.getState(), storedValues()]).toEqual([null, {}]);
    await vi.waitFor(() => expect(requests).toEqual([JOIN, DELETE]));
    expect(sent).toContain(`PUT /api/meeting/$deleteExternalMeeting Bearer ${token}`);
    await vi.waitFor(() => expect(browser.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']));
  });

  it('[UNATT-11] [CONST-10] only leaves the meeting, for good, if others are there or have just come', async () => {
    for (const others of [[otherWindow], []]) {
      const { requests, responses, sent, token } = await leaveDevice();
      responses.attend = () => HttpResponse.json(attendance(others));
      responses.delete = () => refused(409);
      await start();
      await isConnected();
      restoreAccess();
      await vi.waitFor(() => expect(requests.at(-1)).toBe('leave'));
      expect(requests).toEqual([JOIN, ...(others.length === 0 ? [DELETE] : []), 'leave']);
      expect(sent).toContain(`DELETE ${OWN}?restore=true Bearer ${token}`);
    }
  });
});

describe('the token', () => {
  it.each([
    ['comes in time', 9_501, 9_749, 'home'],
    ['does not come', null, 9_999, 'failed'],
  ])('[VID-26] [BCONST-03] is looked for every 250 ms, ten seconds long: it %s', async (_how, comes, before, way) => {
    const { token } = await leaveDevice();
    sessionStorage.removeItem(`${STORED}token`);
    stopClock();
    server.use(http.get('*/api/.well-known/keys', () => HttpResponse.json({ keys: [] })));
    const settled = vi.fn();
    void start().then(settled);
    await pass(comes ?? 0);
    if (comes !== null) storeValues({ token });
    await pass(before - (comes ?? 0));
    expect(settled).not.toHaveBeenCalled();
    await pass(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(way);
  });
});

describe('a link to the meeting of the token', () => {
  const ids = { meetingId, consultId: about.consultId };
  const serve = (response: () => Response) =>
    server.use(http.get(`*/api/standalone/meeting/${meetingId}/consults/${about.consultId}`, response));

  it.each([
    ['connected', null],
    ['ended', 'failed'],
  ])('[ROUTE-34] asks for the meeting with the token: %s', async (state, way) => {
    const { token, sent } = await leaveDevice();
    sessionStorage.removeItem(`${STORED}consultId`);
    sessionStorage.removeItem(`${STORED}externalMeetingId`);
    serve(() => HttpResponse.json({ ...claims, meetingId, state }));
    expect(await openStandaloneLink(ids)).toBe(way);
    expect(sent).toEqual([`GET /api/standalone/meeting/${meetingId}/consults/${ids.consultId} Bearer ${token}`]);
    expect(storedValues()).toEqual(way === null ? { token, ...claims } : { token });
  });

  it('[ROUTE-34] goes home without a token, and does not end the call of a device that opens a wrong one', async () => {
    await leaveDevice();
    serve(() => refused(403));
    expect(await openStandaloneLink(ids)).toBeNull();
    sessionStorage.clear();
    expect(await openStandaloneLink(ids)).toBe('home');
  });

  it('[ROUTE-34] [UNATT-08] goes home while someone is signed in, and asks for nothing', async () => {
    const { sent } = await leaveDevice();
    signInForTest();
    expect([await openStandaloneLink(ids), sent]).toEqual(['home', []]);
  });
});
