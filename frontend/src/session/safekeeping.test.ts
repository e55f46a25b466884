import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { setRuntimeConfig } from '@/api/runtime-config';
import { keptInput, settleKeptInput } from '@/shared/lib/kept-input';
import { personalStorage } from '@/shared/lib/personal-storage';
import { sealedStorage } from '@/shared/lib/sealed-storage';
import { registerUnsavedInput, wouldLoseInputWithWindow } from '@/shared/lib/unsaved-input';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

import {
  canKeep,
  closeSafe,
  forgetLockedOf,
  forgetOldLocked,
  isLocked,
  keptUntil,
  lockBeforeLeaving,
  openSafe,
  takeTyped,
} from './safekeeping';

const MINUTE = 60_000;
const SECRET = 'Wren Larkspur is worse';
const keyOf = (sign: string) => btoa(sign.repeat(32));
const locked = () => Object.keys(sessionStorage).filter(isLocked);

let release: () => void = () => undefined;
let calls = 0;

/** The server tells this key to whoever asks now. */
function tellKey(key: string | null) {
  server.use(
    http.get('*/api/me/safekeeping-key', () => {
      calls += 1;
      return key === null ? HttpResponse.error() : HttpResponse.json({ key });
    }),
  );
}

beforeEach(() => {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onForbidden: () => undefined });
  signInForTest();
  calls = 0;
  tellKey(keyOf('a'));
  type(SECRET);
});

function type(message: string) {
  release();
  release = registerUnsavedInput({ typed: () => [{ key: 'consult/7/comment', values: { message } }] });
}

afterEach(() => {
  release();
  vi.useRealTimers();
});

/** The nurse is signed out with something typed, and the page is gone. */
async function signedOut() {
  await openSafe('nurse');
  const lock = takeTyped();
  release();
  closeSafe();
  await lock();
}

it('[ERR-01] keeps what was typed, unreadable to others, and offers it to its author where it was typed', async () => {
  await signedOut();
  expect(JSON.stringify([sessionStorage, localStorage])).not.toMatch(/Wren|consult/);
  expect(keptUntil.get().nurse).toBeGreaterThan(Date.now() + 14 * MINUTE);
  expect(keptInput('consult/7/comment')).toBeNull();
  expect(await openSafe('nurse')).toBe(true);
  expect(keptInput('consult/7/comment')).toEqual({ message: SECRET });
  expect(keptInput('consult/8/comment')).toBeNull();
  closeSafe();
  expect(keptInput('consult/7/comment')).toBeNull();
  await openSafe('nurse');
  settleKeptInput('consult/7/comment');
  expect(keptInput('consult/7/comment')).toBeNull();
  expect(locked()).toEqual([]);
  expect(keptUntil.get()).toEqual({});
});

it('[ERR-01] tells it to nobody whose key is another', async () => {
  await signedOut();
  tellKey(keyOf('b'));
  expect(await openSafe('nurse')).toBe(false);
  expect(keptInput('consult/7/comment')).toBeNull();
  expect(locked()).toEqual([]);
});

it('[ERR-01] does not take over what is dated or owned anew', async () => {
  await signedOut();
  const [key = ''] = locked();
  const found = JSON.parse(sessionStorage.getItem(key) ?? '') as { until: number };
  const change = (changes: object) => sessionStorage.setItem(key, JSON.stringify({ ...found, ...changes }));
  change({ until: found.until + MINUTE });
  expect(await openSafe('nurse')).toBe(false);
  closeSafe();
  change({ subject: 'psych' });
  expect(await openSafe('psych')).toBe(false);
  expect(keptInput('consult/7/comment')).toBeNull();
});

it('[ERR-01] keeps it while a colleague uses the computer, who is told nothing of it', async () => {
  await signedOut();
  personalStorage.belongTo('psych');
  tellKey(keyOf('b'));
  expect(await openSafe('psych')).toBe(false);
  expect(keptInput('consult/7/comment')).toBeNull();
  type('Of the specialist');
  await takeTyped()();
  closeSafe();
  expect(Object.keys(keptUntil.get())).toEqual(['nurse', 'psych']);
  forgetLockedOf('psych');
  tellKey(keyOf('a'));
  expect(await openSafe('nurse')).toBe(true);
  expect(keptInput('consult/7/comment')).toEqual({ message: SECRET });
});

it('[ERR-01] locks what is typed before the page is left, and takes that back where it is not left after all', async () => {
  await openSafe('nurse');
  const stay = await lockBeforeLeaving('nurse');
  expect([locked().length, wouldLoseInputWithWindow()]).toEqual([1, false]);
  stay();
  expect([locked().length, wouldLoseInputWithWindow()]).toEqual([0, true]);
});

it.each([undefined, 'psych'])(
  '[ERR-01] locks nothing for %s, and the browser asks before the page is left',
  async (subject) => {
    await openSafe('nurse');
    const stay = await lockBeforeLeaving(subject);
    expect([locked().length, wouldLoseInputWithWindow()]).toEqual([0, true]);
    stay();
    expect(wouldLoseInputWithWindow()).toBe(true);
  },
);

it('[ERR-01] tells until when each person has something kept, by the latest of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Date.now();
  await signedOut();
  vi.setSystemTime(start + MINUTE);
  type('Better');
  await signedOut();
  expect(keptUntil.get()).toEqual({ nurse: start + 16 * MINUTE });
  forgetLockedOf('psych');
  expect(locked()).toHaveLength(2);
  forgetLockedOf('nurse');
  expect([locked(), keptUntil.get()]).toEqual([[], {}]);
});

it.each([
  'text',
  'null',
  '{"subject":7,"until":1,"iv":"","text":""}',
  '{"subject":"nurse","until":"1","iv":"","text":""}',
  '{"subject":"nurse","until":1,"iv":1,"text":""}',
  '{"subject":"nurse","until":1,"iv":"","text":1}',
])('forgets what nobody can read: %s', async (stored) => {
  const until = String(Date.now() + 10 * MINUTE);
  sessionStorage.setItem('wardline.locked.odd', stored.replace('"until":1,', `"until":${until},`));
  forgetLockedOf('psych');
  expect([locked(), keptUntil.get()]).toEqual([['wardline.locked.odd'], {}]);
  expect(await openSafe('nurse')).toBe(false);
  forgetOldLocked(Date.now());
  expect([locked(), keptUntil.get()]).toEqual([[], {}]);
});

it('[ERR-01] keeps it for fifteen minutes, and no longer when the clock was wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sessionStorage.setItem('another', 'text');
  await signedOut();
  for (const later of [14 * MINUTE, 0, -MINUTE]) forgetOldLocked(Date.now() + later);
  expect(locked()).toHaveLength(1);
  forgetOldLocked(Date.now() + 15 * MINUTE);
  expect(Object.keys(sessionStorage)).toEqual(['another']);
  type(SECRET);
  await signedOut();
  forgetOldLocked(Date.now() - 60 * MINUTE);
  expect(locked()).toEqual([]);
});

it('[ERR-01] offers it for fifteen minutes', async () => {
  await signedOut();
  await openSafe('nurse');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * MINUTE });
  expect(keptInput('consult/7/comment')).toEqual({ message: SECRET });
  vi.setSystemTime(Date.now() + MINUTE);
  expect(keptInput('consult/7/comment')).toBeNull();
});

it('keeps the later of two for one place', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await signedOut();
  vi.setSystemTime(Date.now() + MINUTE);
  type('Better');
  await signedOut();
  await openSafe('nurse');
  expect(keptInput('consult/7/comment')).toEqual({ message: 'Better' });
  expect(locked()).toHaveLength(1);
});

it('[API-02] asks the server once, and again when it did not answer, for a key that nothing on the page can read out', async () => {
  const imported = vi.spyOn(crypto.subtle, 'importKey');
  tellKey(null);
  expect(await openSafe('nurse')).toBe(false);
  expect(canKeep('nurse')).toBe(false);
  tellKey(keyOf('a'));
  await Promise.all([openSafe('nurse'), openSafe('nurse')]);
  await openSafe('nurse');
  expect([calls, canKeep('nurse'), canKeep('psych')]).toEqual([2, true, false]);
  expect(imported.mock.calls.map(([, , , extractable]) => extractable)).toEqual([false]);
});

it('keeps nothing without the key', async () => {
  expect(await takeTyped()()).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
  await lockBeforeLeaving(undefined);
  expect(wouldLoseInputWithWindow()).toBe(true);
});

it('keeps nothing where the browser cannot lock it away', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(await openSafe('nurse')).toBe(false);
  vi.unstubAllGlobals();
  expect([calls, canKeep('nurse')]).toEqual([0, false]);
});

it('is not said to be open before what this tab holds sealed can be read', async () => {
  await openSafe('nurse');
  sealedStorage.write('call-about', SECRET);
  onTestFinished(() => sealedStorage.remove('call-about'));
  await vi.waitFor(() => expect(personalStorage.keys('sealed.')).toHaveLength(1));
  closeSafe();
  const first = openSafe('nurse');
  await vi.waitFor(() => expect(canKeep('nurse')).toBe(true), { interval: 0 });
  await openSafe('nurse');
  expect(sealedStorage.isClosed).toBe(false);
  await first;
  expect(sealedStorage.read('call-about')).toBe(SECRET);
  closeSafe();
  expect(sealedStorage.read('call-about')).toBeNull();
});
