import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { AttendeeRead } from '@/api/generated/types.gen';
import { session } from '@/session/state';
import { serverNow } from '@/shared/lib/server-clock';
import { fakeDevices, FakeTrack, overrideProperty } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, joined, otherWindow, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { endCall, joinCall } from './call';
import { call } from './call-view';
import { shareInCall, stopSharing } from './in-call';
import { inCall } from './in-call-view';
import { openImage, openScreen } from './screen-share';

const third: AttendeeRead = {
  attendeeId: 'd-sam',
  user: { id: 93, firstName: 'Sam', lastName: 'Poe' },
  guest: null,
  unattended: false,
  givesConsults: false,
  publisherId: null,
};
const media = { microphone: true, camera: true };

beforeEach(() => {
  stopClock();
  onTestFinished(() => session.setState(null, true));
});

/** Joins a call with these others, who are connected. */
async function meet(others: readonly AttendeeRead[] = [otherWindow]) {
  const served = serveMeeting();
  const browser = fakeDevices();
  const peers = fakePeers();
  served.responses.attend = () => HttpResponse.json(attendance(others));
  await joinCall(about);
  await pass(0);
  for (const peer of peers) {
    peer.signalingState = 'stable';
    peer.changeState('connected');
    peer.receive({ ...media, screen: 0 });
  }
  const [peer] = peers;
  if (peer === undefined) throw new Error('There is nobody.');
  return { ...served, browser, peers, peer };
}

/** What the browser lets the user choose. */
function offerScreen() {
  const track = new FakeTrack('video');
  const getDisplayMedia = () => Promise.resolve({ getVideoTracks: () => [track] });
  overrideProperty(navigator.mediaDevices, 'getDisplayMedia', getDisplayMedia);
  return track;
}

describe('the length of a call', () => {
  it('counts from the connection with the first other attendee', async () => {
    const served = serveMeeting();
    fakeDevices();
    const peers = fakePeers();
    served.responses.attend = () => HttpResponse.json(attendance([otherWindow]));
    await joinCall(about);
    await pass(constants.ATTEND_MS);
    expect(inCall.getState().since).toBeNull();
    peers[0]?.changeState('connected');
    const { since } = inCall.getState();
    expect(Math.abs((since ?? 0) - serverNow())).toBeLessThan(1_000);
    peers[0]?.changeState('disconnected');
    peers[0]?.changeState('connected');
    expect(inCall.getState().since).toBe(since);
  });

  it.each([
    ['goes on after a reload', joined.meeting.meetingId, 1_000],
    ['starts anew in another meeting', 'another', null],
  ])('%s', async (_what, meetingId, since) => {
    sessionStorage.setItem('wardline.personal.since-of-call', JSON.stringify({ meetingId, since: 1_000 }));
    serveMeeting();
    fakeDevices();
    await joinCall(about);
    await pass(0);
    expect(inCall.getState().since).toBe(since);
  });
});

describe('sharing', () => {
  it('sends the screen on a transceiver of its own, which was offered from the start, and says so', async () => {
    const { peer, browser } = await meet();
    expect(peer.getTransceivers()).toHaveLength(3);
    const track = offerScreen();
    await shareInCall(openScreen);
    expect([peer.shared(), peer.sent(), track.contentHint]).toEqual([track, browser.tracks, 'detail']);
    expect([peer.sentMessages.at(-1), inCall.getState().sharing]).toMatchObject([{ ...media, screen: 1 }, 'screen']);
    stopSharing();
    expect([peer.shared(), track.readyState, inCall.getState().sharing]).toEqual([null, 'ended', null]);
    expect(peer.sentMessages.at(-1)).toMatchObject({ ...media, screen: 0 });
  });

  it('is offered to those who come later, too', async () => {
    const { peers, responses } = await meet();
    const track = offerScreen();
    await shareInCall(openScreen);
    responses.attend = () => HttpResponse.json(attendance([otherWindow, third]));
    await pass(constants.ATTEND_MS);
    expect(peers[1]?.shared()).toBe(track);
  });

  it("ends with the browser's own button", async () => {
    const { peer } = await meet();
    const track = offerScreen();
    await shareInCall(openScreen);
    track.lose();
    expect([peer.shared(), inCall.getState().sharing]).toEqual([null, null]);
    expect(peer.sentMessages.at(-1)).toMatchObject({ screen: 0 });
  });

  it.each([
    ['the call is hung up', () => endCall()],
    ['the user signs out', () => session.setState(null, true)],
    ['the page is left', () => void window.dispatchEvent(new Event('pagehide'))],
  ])('ends when %s', async (_when, end) => {
    await meet();
    const track = offerScreen();
    await shareInCall(openScreen);
    end();
    expect([track.readyState, inCall.getState().sharing]).toEqual(['ended', null]);
    await pass(0);
    endCall();
    await pass(0);
  });

  it('that the user chooses after the call has ended does not begin', async () => {
    await meet();
    const track = offerScreen();
    const sharing = shareInCall(() => pass(0).then(openScreen));
    endCall();
    await sharing;
    expect(track.readyState).toBe('ended');
  });

  it('changes nothing if the user cancels', async () => {
    const { peer } = await meet();
    const refused = Object.assign(new Error(), { name: 'NotAllowedError' });
    overrideProperty(navigator.mediaDevices, 'getDisplayMedia', () => Promise.reject(refused));
    await shareInCall(openScreen);
    expect([peer.shared(), inCall.getState().sharing]).toEqual([null, null]);
  });

  it('is done by one at a time: whoever begins later replaces the other, who learns of it', async () => {
    const { peer } = await meet();
    const track = offerScreen();
    await shareInCall(openScreen);
    peer.receive({ ...media, screen: 2 });
    expect([track.readyState, peer.shared()]).toEqual(['ended', null]);
    expect(inCall.getState()).toMatchObject({ sharing: null, replacedBy: otherWindow });
    offerScreen();
    await shareInCall(openScreen);
    expect(peer.sentMessages.at(-1)).toMatchObject({ screen: 3 });
    expect(inCall.getState()).toMatchObject({ sharing: 'screen', replacedBy: null });
  });

  it('of two who begin at the same moment is done by the one whose window both prefer', async () => {
    const { peer } = await meet();
    offerScreen();
    await shareInCall(openScreen);
    // This window's id comes first.
    peer.receive({ ...media, screen: 1 });
    expect(inCall.getState().sharing).toBe('screen');
  });

  it('names those who cannot see it, because their page is older', async () => {
    const { peer } = await meet();
    peer.receive(media);
    offerScreen();
    await shareInCall(openScreen);
    expect(inCall.getState().unseenBy).toEqual([otherWindow]);
  });

  it('does not break a connection that an older window has offered without a place for it', async () => {
    const { responses } = serveMeeting();
    const browser = fakeDevices();
    const peers = fakePeers();
    const older: AttendeeRead = { ...otherWindow, attendeeId: 'a-dana' };
    responses.attend = () => HttpResponse.json(attendance([older]));
    await joinCall(about);
    await pass(0);
    const [peer] = peers;
    if (peer !== undefined) peer.offered = ['audio', 'video'];
    const content = { type: 'offer', sdp: 'an offer', peer: 7, round: 3 } as const;
    responses.attend = () => HttpResponse.json(attendance([older], [{ id: 1, sender: older.attendeeId, content }]));
    await pass(constants.ATTEND_MS);
    peer?.changeState('connected');
    offerScreen();
    await shareInCall(openScreen);
    await pass(0);
    expect([peer?.sent(), peer?.getTransceivers().length, call.getState()?.state]).toEqual([
      browser.tracks,
      2,
      'connected',
    ]);
  });

  it('of an image draws it as a track, and stops drawing', async () => {
    const { peer } = await meet();
    const track = new FakeTrack('video');
    const drawn: unknown[][] = [];
    const context = { drawImage: (...args: unknown[]) => void drawn.push(args) };
    const picture = { width: 3_840, height: 960, close: () => drawn.push(['closed']) };
    overrideProperty(globalThis, 'createImageBitmap', () => Promise.resolve(picture));
    overrideProperty(HTMLCanvasElement.prototype, 'getContext', () => context);
    overrideProperty(HTMLCanvasElement.prototype, 'captureStream', () => ({ getVideoTracks: () => [track] }));
    await shareInCall(() => openImage(new Blob()));
    expect([peer.shared(), inCall.getState().sharing, drawn]).toEqual([track, 'image', [[picture, 0, 0, 1_920, 480]]]);
    stopSharing();
    expect([track.readyState, drawn.at(-1)]).toEqual(['ended', ['closed']]);
  });
});
