import { expect, it, onTestFinished, vi } from 'vitest';

import { fakeAlertTone, toneStarted } from '@/testing/fake-alert-tone';

import { ring, restoreSound, switchSound } from './alert-sound';

const USER = 7;
const TONE = 2;

async function audible() {
  fakeAlertTone();
  restoreSound(USER);
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
