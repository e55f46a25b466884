import { expect, it, onTestFinished, vi } from 'vitest';

import { fakeAlertTone, toneStarted } from '@/testing/fake-alert-tone';

import { alertSound, ring, followSound, switchSound } from './alert-sound';

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
