import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { setRuntimeConfig } from '@/api/runtime-config';
import { savedDraft, removeSavedDraft } from './saved-drafts';
import { userStorage } from './user-storage';
import { encryptedStorage } from './encrypted-storage';
import { registerDirtyForm, wouldLoseInputOnUnload } from './dirty-forms';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

import {
  canSaveDrafts,
  closeDrafts,
  removeDraftsOf,
  removeExpiredDrafts,
  isDraftKey,
  draftExpiries,
  saveDraftsBeforeLeaving,
  openDrafts,
  collectDrafts,
} from './draft-storage';

const MINUTE = 60_000;
const SECRET = 'Wren Larkspur is worse';
const keyOf = (sign: string) => btoa(sign.repeat(32));
const locked = () => Object.keys(sessionStorage).filter(isDraftKey);

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
  release = registerDirtyForm({ drafts: () => [{ key: 'consult/7/comment', values: { message } }] });
}

afterEach(() => {
  release();
  vi.useRealTimers();
});

/** The nurse is signed out with something typed, and the page is gone. */
async function signedOut() {
  await openDrafts('nurse');
  const lock = collectDrafts();
  release();
  closeDrafts();
  await lock();
}

it('[ERR-01] keeps what was typed, unreadable to others, and offers it to its author where it was typed', async () => {
  await signedOut();
  expect(JSON.stringify([sessionStorage, localStorage])).not.toMatch(/Wren|consult/);
  expect(draftExpiries.getState().nurse).toBeGreaterThan(Date.now() + 14 * MINUTE);
  expect(savedDraft('consult/7/comment')).toBeNull();
  expect(await openDrafts('nurse')).toBe(true);
  expect(savedDraft('consult/7/comment')).toEqual({ message: SECRET });
  expect(savedDraft('consult/8/comment')).toBeNull();
  closeDrafts();
  expect(savedDraft('consult/7/comment')).toBeNull();
  await openDrafts('nurse');
  removeSavedDraft('consult/7/comment');
  expect(savedDraft('consult/7/comment')).toBeNull();
  expect(locked()).toEqual([]);
  expect(draftExpiries.getState()).toEqual({});
});

it('[ERR-01] tells it to nobody whose key is another', async () => {
  await signedOut();
  tellKey(keyOf('b'));
  expect(await openDrafts('nurse')).toBe(false);
  expect(savedDraft('consult/7/comment')).toBeNull();
  expect(locked()).toEqual([]);
});

it('[ERR-01] does not take over what is dated or owned anew', async () => {
  await signedOut();
  const [key = ''] = locked();
  const found = JSON.parse(sessionStorage.getItem(key) ?? '') as { until: number };
  const change = (changes: object) => sessionStorage.setItem(key, JSON.stringify({ ...found, ...changes }));
  change({ until: found.until + MINUTE });
  expect(await openDrafts('nurse')).toBe(false);
  closeDrafts();
  change({ subject: 'psych' });
  expect(await openDrafts('psych')).toBe(false);
  expect(savedDraft('consult/7/comment')).toBeNull();
});

it('[ERR-01] keeps it while a colleague uses the computer, who is told nothing of it', async () => {
  await signedOut();
  userStorage.belongTo('psych');
  tellKey(keyOf('b'));
  expect(await openDrafts('psych')).toBe(false);
  expect(savedDraft('consult/7/comment')).toBeNull();
  type('Of the specialist');
  await collectDrafts()();
  closeDrafts();
  expect(Object.keys(draftExpiries.getState())).toEqual(['nurse', 'psych']);
  removeDraftsOf('psych');
  tellKey(keyOf('a'));
  expect(await openDrafts('nurse')).toBe(true);
  expect(savedDraft('consult/7/comment')).toEqual({ message: SECRET });
});

it('[ERR-01] locks what is typed before the page is left, and takes that back where it is not left after all', async () => {
  await openDrafts('nurse');
  const stay = await saveDraftsBeforeLeaving('nurse');
  expect([locked().length, wouldLoseInputOnUnload()]).toEqual([1, false]);
  stay();
  expect([locked().length, wouldLoseInputOnUnload()]).toEqual([0, true]);
});

it.each([undefined, 'psych'])(
  '[ERR-01] locks nothing for %s, and the browser asks before the page is left',
  async (subject) => {
    await openDrafts('nurse');
    const stay = await saveDraftsBeforeLeaving(subject);
    expect([locked().length, wouldLoseInputOnUnload()]).toEqual([0, true]);
    stay();
    expect(wouldLoseInputOnUnload()).toBe(true);
  },
);

it('[ERR-01] tells until when each person has something kept, by the latest of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Date.now();
  await signedOut();
  vi.setSystemTime(start + MINUTE);
  type('Better');
  await signedOut();
  expect(draftExpiries.getState()).toEqual({ nurse: start + 16 * MINUTE });
  removeDraftsOf('psych');
  expect(locked()).toHaveLength(2);
  removeDraftsOf('nurse');
  expect([locked(), draftExpiries.getState()]).toEqual([[], {}]);
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
  removeDraftsOf('psych');
  expect([locked(), draftExpiries.getState()]).toEqual([['wardline.locked.odd'], {}]);
  expect(await openDrafts('nurse')).toBe(false);
  removeExpiredDrafts(Date.now());
  expect([locked(), draftExpiries.getState()]).toEqual([[], {}]);
});

it('[ERR-01] keeps it for fifteen minutes, and no longer when the clock was wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sessionStorage.setItem('another', 'text');
  await signedOut();
  for (const later of [14 * MINUTE, 0, -MINUTE]) removeExpiredDrafts(Date.now() + later);
  expect(locked()).toHaveLength(1);
  removeExpiredDrafts(Date.now() + 15 * MINUTE);
  expect(Object.keys(sessionStorage)).toEqual(['another']);
  type(SECRET);
  await signedOut();
  removeExpiredDrafts(Date.now() - 60 * MINUTE);
  expect(locked()).toEqual([]);
});

it('[ERR-01] offers it for fifteen minutes', async () => {
  await signedOut();
  await openDrafts('nurse');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * MINUTE });
  expect(savedDraft('consult/7/comment')).toEqual({ message: SECRET });
  vi.setSystemTime(Date.now() + MINUTE);
  expect(savedDraft('consult/7/comment')).toBeNull();
});

it('keeps the later of two for one place', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await signedOut();
  vi.setSystemTime(Date.now() + MINUTE);
  type('Better');
  await signedOut();
  await openDrafts('nurse');
  expect(savedDraft('consult/7/comment')).toEqual({ message: 'Better' });
  expect(locked()).toHaveLength(1);
});

it('[API-02] asks the server once, and again when it did not answer, for a key that nothing on the page can read out', async () => {
  const imported = vi.spyOn(crypto.subtle, 'importKey');
  tellKey(null);
  expect(await openDrafts('nurse')).toBe(false);
  expect(canSaveDrafts('nurse')).toBe(false);
  tellKey(keyOf('a'));
  await Promise.all([openDrafts('nurse'), openDrafts('nurse')]);
  await openDrafts('nurse');
  expect([calls, canSaveDrafts('nurse'), canSaveDrafts('psych')]).toEqual([2, true, false]);
  expect(imported.mock.calls.map(([, , , extractable]) => extractable)).toEqual([false]);
});

it('keeps nothing without the key', async () => {
  expect(await collectDrafts()()).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
  await saveDraftsBeforeLeaving(undefined);
  expect(wouldLoseInputOnUnload()).toBe(true);
});

it('keeps nothing where the browser cannot lock it away', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(await openDrafts('nurse')).toBe(false);
  vi.unstubAllGlobals();
  expect([calls, canSaveDrafts('nurse')]).toEqual([0, false]);
});

it('is not said to be open before what this tab holds sealed can be read', async () => {
  await openDrafts('nurse');
  encryptedStorage.write('call-about', SECRET);
  onTestFinished(() => encryptedStorage.remove('call-about'));
  await vi.waitFor(() => expect(userStorage.keys('sealed.')).toHaveLength(1));
  closeDrafts();
  const first = openDrafts('nurse');
  await vi.waitFor(() => expect(canSaveDrafts('nurse')).toBe(true), { interval: 0 });
  await openDrafts('nurse');
  expect(encryptedStorage.isLocked).toBe(false);
  await first;
  expect(encryptedStorage.read('call-about')).toBe(SECRET);
  closeDrafts();
  expect(encryptedStorage.read('call-about')).toBeNull();
});
