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
const keyOf = (character: string) => btoa(character.repeat(32));
const storedKeys = () => Object.keys(sessionStorage).filter(isDraftKey);

let release: () => void = () => undefined;
let calls = 0;

/** Makes the server return this key, or an error for null. */
function serveKey(key: string | null) {
  server.use(
    http.get('*/api/me/safekeeping-key', () => {
      calls += 1;
      return key === null ? HttpResponse.error() : HttpResponse.json({ key });
    }),
  );
}

beforeEach(() => {
  setRuntimeConfig(testConfig);
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
  signInForTest();
  calls = 0;
  serveKey(keyOf('a'));
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

/** Signs the nurse out with a draft, and unmounts the form. */
async function signOutWithDraft() {
  await openDrafts('nurse');
  const save = collectDrafts();
  release();
  closeDrafts();
  await save();
}

it('[ERR-01] saves a draft encrypted, and offers it to its author in the same form', async () => {
  await signOutWithDraft();
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
  expect(storedKeys()).toEqual([]);
  expect(draftExpiries.getState()).toEqual({});
});

it('[ERR-01] does not offer it to a user with a different key', async () => {
  await signOutWithDraft();
  serveKey(keyOf('b'));
  expect(await openDrafts('nurse')).toBe(false);
  expect(savedDraft('consult/7/comment')).toBeNull();
  expect(storedKeys()).toEqual([]);
});

it('[ERR-01] rejects a draft whose expiry or owner was changed', async () => {
  await signOutWithDraft();
  const [key = ''] = storedKeys();
  const found = JSON.parse(sessionStorage.getItem(key) ?? '') as { until: number };
  const change = (changes: object) => sessionStorage.setItem(key, JSON.stringify({ ...found, ...changes }));
  change({ until: found.until + MINUTE });
  expect(await openDrafts('nurse')).toBe(false);
  closeDrafts();
  change({ subject: 'psych' });
  expect(await openDrafts('psych')).toBe(false);
  expect(savedDraft('consult/7/comment')).toBeNull();
});

it('[ERR-01] keeps it while a colleague uses the computer, who cannot see it', async () => {
  await signOutWithDraft();
  userStorage.belongTo('psych');
  serveKey(keyOf('b'));
  expect(await openDrafts('psych')).toBe(false);
  expect(savedDraft('consult/7/comment')).toBeNull();
  type('From the specialist');
  await collectDrafts()();
  closeDrafts();
  expect(Object.keys(draftExpiries.getState())).toEqual(['nurse', 'psych']);
  removeDraftsOf('psych');
  serveKey(keyOf('a'));
  expect(await openDrafts('nurse')).toBe(true);
  expect(savedDraft('consult/7/comment')).toEqual({ message: SECRET });
});

it('[ERR-01] saves drafts before the page is left, and removes them if the user stays', async () => {
  await openDrafts('nurse');
  const stay = await saveDraftsBeforeLeaving('nurse');
  expect([storedKeys().length, wouldLoseInputOnUnload()]).toEqual([1, false]);
  stay();
  expect([storedKeys().length, wouldLoseInputOnUnload()]).toEqual([0, true]);
});

it.each([undefined, 'psych'])(
  '[ERR-01] saves nothing for %s, and the browser warns before the page is left',
  async (subject) => {
    await openDrafts('nurse');
    const stay = await saveDraftsBeforeLeaving(subject);
    expect([storedKeys().length, wouldLoseInputOnUnload()]).toEqual([0, true]);
    stay();
    expect(wouldLoseInputOnUnload()).toBe(true);
  },
);

it('[ERR-01] reports when the drafts of each user expire, by the latest one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Date.now();
  await signOutWithDraft();
  vi.setSystemTime(start + MINUTE);
  type('Better');
  await signOutWithDraft();
  expect(draftExpiries.getState()).toEqual({ nurse: start + 16 * MINUTE });
  removeDraftsOf('psych');
  expect(storedKeys()).toHaveLength(2);
  removeDraftsOf('nurse');
  expect([storedKeys(), draftExpiries.getState()]).toEqual([[], {}]);
});

it.each([
  'text',
  'null',
  '{"subject":7,"until":1,"iv":"","text":""}',
  '{"subject":"nurse","until":"1","iv":"","text":""}',
  '{"subject":"nurse","until":1,"iv":1,"text":""}',
  '{"subject":"nurse","until":1,"iv":"","text":1}',
])('removes unreadable drafts: %s', async (stored) => {
  const until = String(Date.now() + 10 * MINUTE);
  sessionStorage.setItem('wardline.locked.odd', stored.replace('"until":1,', `"until":${until},`));
  removeDraftsOf('psych');
  expect([storedKeys(), draftExpiries.getState()]).toEqual([['wardline.locked.odd'], {}]);
  expect(await openDrafts('nurse')).toBe(false);
  removeExpiredDrafts(Date.now());
  expect([storedKeys(), draftExpiries.getState()]).toEqual([[], {}]);
});

it('[ERR-01] keeps it for fifteen minutes, and no longer even if the clock was wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sessionStorage.setItem('another', 'text');
  await signOutWithDraft();
  for (const later of [14 * MINUTE, 0, -MINUTE]) removeExpiredDrafts(Date.now() + later);
  expect(storedKeys()).toHaveLength(1);
  removeExpiredDrafts(Date.now() + 15 * MINUTE);
  expect(Object.keys(sessionStorage)).toEqual(['another']);
  type(SECRET);
  await signOutWithDraft();
  removeExpiredDrafts(Date.now() - 60 * MINUTE);
  expect(storedKeys()).toEqual([]);
});

it('[ERR-01] offers it for fifteen minutes', async () => {
  await signOutWithDraft();
  await openDrafts('nurse');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * MINUTE });
  expect(savedDraft('consult/7/comment')).toEqual({ message: SECRET });
  vi.setSystemTime(Date.now() + MINUTE);
  expect(savedDraft('consult/7/comment')).toBeNull();
});

it('keeps the later of two drafts of one form', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await signOutWithDraft();
  vi.setSystemTime(Date.now() + MINUTE);
  type('Better');
  await signOutWithDraft();
  await openDrafts('nurse');
  expect(savedDraft('consult/7/comment')).toEqual({ message: 'Better' });
  expect(storedKeys()).toHaveLength(1);
});

it('[API-02] requests the key once, and again if the server did not respond, and imports it as non-extractable', async () => {
  const imported = vi.spyOn(crypto.subtle, 'importKey');
  serveKey(null);
  expect(await openDrafts('nurse')).toBe(false);
  expect(canSaveDrafts('nurse')).toBe(false);
  serveKey(keyOf('a'));
  await Promise.all([openDrafts('nurse'), openDrafts('nurse')]);
  await openDrafts('nurse');
  expect([calls, canSaveDrafts('nurse'), canSaveDrafts('psych')]).toEqual([2, true, false]);
  expect(imported.mock.calls.map(([, , , extractable]) => extractable)).toEqual([false]);
});

it('saves nothing without the key', async () => {
  expect(await collectDrafts()()).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
  await saveDraftsBeforeLeaving(undefined);
  expect(wouldLoseInputOnUnload()).toBe(true);
});

it('saves nothing if the browser cannot encrypt it', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(await openDrafts('nurse')).toBe(false);
  vi.unstubAllGlobals();
  expect([calls, canSaveDrafts('nurse')]).toEqual([0, false]);
});

it('resolves only once the encrypted data of this tab can be read', async () => {
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
