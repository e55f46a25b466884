import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { session } from '@/session/state';
import { userStorage } from '@/drafts/user-storage';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, pass, serveMeeting, stopClock } from '@/testing/meeting';

import { endCall, joinCall, turnDevice } from './call';
import { call } from './call-view';
import { resumeCall } from './enter-call';

const JOIN = `join {"consultId":"${about.consultId}"}`;

/** Loses everything except the tab's storage. */
function simulateReload() {
  const [on, of] = [userStorage.read('call'), encryptedStorage.read('call-about')];
  endCall();
  if (on !== null) userStorage.write('call', on);
  if (of !== null) encryptedStorage.write('call-about', of);
}

beforeEach(() => {
  stopClock();
  fakeDevices();
  fakePeers();
  onTestFinished(() => session.setState(null, true));
});

describe('a call that was interrupted by unloading its page', () => {
  const leavePage = () => window.dispatchEvent(new Event('pagehide'));

  it('is rejoined once, and devices that were off stay off', async () => {
    const { requests } = serveMeeting();
    await joinCall(about);
    turnDevice('camera', false);
    turnDevice('microphone', false);
    await pass(0);
    leavePage();
    simulateReload();
    requests.length = 0;
    void resumeCall(false);
    void resumeCall(false);
    await pass(0);
    expect(requests.filter((each) => each === JOIN)).toHaveLength(1);
    expect(call.getState()).toMatchObject({
      about,
      on: { camera: false, microphone: false },
      tracks: { camera: null },
    });
  });

  const leaveLongAgo = () => {
    leavePage();
    const later = Date.now() + 30_001;
    vi.spyOn(Date, 'now').mockReturnValue(later);
  };
  const leaveWithSavedData = (text: string) => () => {
    leavePage();
    userStorage.write('call', text);
  };
  const leaveWithoutConsult = () => {
    leavePage();
    encryptedStorage.remove('call-about');
  };
  it.each([
    ['its tab is duplicated', () => undefined],
    ['it was hung up', () => endCall()],
    ['its page was gone for more than half a minute', leaveLongAgo],
    ['the saved data is broken', leaveWithSavedData('{"leftAt')],
    ['its saved time is not a number', leaveWithSavedData('{"microphone":true,"camera":true,"leftAt":"now"}')],
    ['the consult that it was about is no longer saved', leaveWithoutConsult],
  ])('is not rejoined if %s', async (_why, happens) => {
    const { requests } = serveMeeting();
    await joinCall(about);
    await pass(0);
    happens();
    simulateReload();
    requests.length = 0;
    void resumeCall(false);
    await pass(0);
    expect([requests.includes(JOIN), userStorage.read('call')]).toEqual([false, null]);
  });
});
