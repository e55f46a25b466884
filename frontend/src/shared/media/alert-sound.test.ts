import { expect, it, onTestFinished, vi } from 'vitest';

import { fakeAlertTone, toneStarted } from '@/testing/fake-alert-tone';
import { fakeLocks } from '@/testing/fake-locks';

import { alertSound, ring, followSound, ringAgain, switchSound, testSound } from './alert-sound';

const USER = 7;
const OTHER = 8;
const TONE = 2;

async function audible() {
  fakeAlertTone();
  followSound(USER);
  await switchSound(USER, true);
  toneStarted.mockClear();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(60_000);
}

/** Rings after so many seconds, and returns whether that was heard. */
function after(seconds: number, urgent: boolean): boolean {
  vi.advanceTimersByTime(seconds * 1_000);
  toneStarted.mockClear();
  ring({ urgent });
  return toneStarted.mock.calls.length === TONE;
}

it('[NOTIF-13] what follows within ten seconds makes no tone of its own, except the first that is urgent', async () => {
  await audible();
  expect(after(0, false)).toBe(true);
  expect(after(5, false)).toBe(false);
  expect(after(0.3, true), 'a critical request soon after another one').toBe(true);
  expect(after(4, true)).toBe(false);
  expect(after(4, false)).toBe(false);
  expect(after(3, false)).toBe(true);
});

it('[NOTIF-13] is silent while another tab of the user rings, but plays what the user asks to hear', async () => {
  await audible();
  const locks = fakeLocks();
  const tone = `wardline.tone.${USER}`;
  let end: () => void = () => undefined;
  void locks.request(tone, () => new Promise<void>((resolve) => (end = resolve)));
  expect(after(0, true)).toBe(false);
  ringAgain(1);
  await vi.waitFor(() => expect(locks.request).toHaveBeenCalledTimes(3));
  expect(toneStarted).not.toHaveBeenCalled();
  await testSound();
  expect(toneStarted).toHaveBeenCalledTimes(TONE);
  end();
  await vi.waitFor(() => {
    ringAgain(1);
    expect(toneStarted).toHaveBeenCalledTimes(2 * TONE);
  });
});

it('[NOTIF-13] a tab that the browser keeps silent leaves the sound to the others', async () => {
  fakeAlertTone({ blocks: true });
  const locks = fakeLocks();
  onTestFinished(followSound(OTHER));
  await switchSound(OTHER, true);
  ring({ urgent: true });
  ringAgain(1);
  expect(locks.request).not.toHaveBeenCalled();
});

it('one request that the list and its page announce makes one tone', async () => {
  await audible();
  expect(after(0, false)).toBe(true);
  expect(after(0.5, true)).toBe(false);
  expect(after(5, true), 'the tone has counted for what is urgent').toBe(false);
});

it('[NOTIF-13] follows what the user chooses in another tab, as long as it is asked to', () => {
  fakeAlertTone();
  const choose = (key: string, value: string) => {
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  const stop = followSound(OTHER);
  choose(`wardline.sound.${OTHER}`, 'on');
  choose(`wardline.volume.${OTHER}`, 'high');
  expect(alertSound.getState()).toMatchObject({ on: true, volume: 'high' });
  choose(`wardline.sound.${OTHER + 1}`, 'off');
  expect(alertSound.getState().on, 'a choice of another user').toBe(true);
  stop();
  choose(`wardline.sound.${OTHER}`, 'off');
  expect(alertSound.getState().on).toBe(true);
});
