import { UserManager } from 'oidc-client-ts';
import { beforeEach, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';

import { setRuntimeConfig } from '@/api/runtime-config';
import { startSession } from '@/session/session';
import { session } from '@/session/state';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';
import { discovery, signInForTest, storeUser, userFor } from '@/testing/session';

import { openDocument } from './open-document';

const create = vi.fn(() => 'blob:document');
const revoke = vi.fn();
let openWindow: MockInstance<typeof window.open>;
let page: { close: () => void; closed: boolean; location: { replace: () => void } };

beforeEach(() => {
  vi.clearAllMocks();
  signInForTest();
  page = { close: vi.fn(() => (page.closed = true)), closed: false, location: { replace: vi.fn() } };
  openWindow = vi.spyOn(window, 'open').mockImplementation(() => page as unknown as Window);
  URL.createObjectURL = create;
  URL.revokeObjectURL = revoke;
});

const open = () => openDocument(() => Promise.resolve(new Blob()));

/** Opens a document that has not been fetched yet; returns a function that completes the fetch. */
function openLate() {
  let arrive: (file: Blob) => void = () => undefined;
  const opened = openDocument(() => new Promise((resolve) => (arrive = resolve)));
  return () => {
    arrive(new Blob());
    return opened;
  };
}

const hidePage = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));

/** Starts the session of a user who has just signed in, with session monitoring. */
async function startWatched() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  setRuntimeConfig(testConfig);
  server.use(discovery);
  vi.spyOn(UserManager.prototype, 'signoutRedirect').mockResolvedValue();
  storeUser(userFor('nurse'));
  await startSession();
  onTestFinished(() => void vi.useRealTimers());
}

function expectClosed() {
  expect(page.close).toHaveBeenCalledOnce();
  expect(revoke).toHaveBeenCalledWith('blob:document');
}

it("closes a document with the user's session, and revokes its URL", async () => {
  await open();
  expect(page.location.replace).toHaveBeenCalledWith('blob:document');
  expect(page.close).not.toHaveBeenCalled();
  session.setState(null, true);
  expectClosed();
});

it('closes a document when someone else signs in', async () => {
  await open();
  signInForTest('psych');
  expectClosed();
});

it("leaves a document open when the user's session is renewed", async () => {
  await open();
  signInForTest();
  expect(page.close).not.toHaveBeenCalled();
});

it('does not show a document that arrives after the session has ended, even if someone else has signed in', async () => {
  const arrive = openLate();
  session.setState(null, true);
  signInForTest('psych');
  await arrive();
  expect(create).not.toHaveBeenCalled();
  expect(page.close).toHaveBeenCalledOnce();
});

it('closes a document when the session is idle for too long', async () => {
  await startWatched();
  await open();
  vi.advanceTimersByTime(testConfig.idleMinutes * 60_000 - 1_000);
  expect(page.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expectClosed();
});

it('closes a document when the user logs out in another tab', async () => {
  await startWatched();
  await open();
  localStorage.setItem('wardline.active.nurse', 'chosen');
  window.dispatchEvent(new StorageEvent('storage'));
  expectClosed();
});

it.each([
  ['reloaded or closed', false],
  ['cached by the browser for Back', true],
])('closes a document when the page that monitors the session is %s', async (_, persisted) => {
  await open();
  hidePage(persisted);
  expectClosed();
});

it('does not show a document that arrives after the user left the page, and can reopen it after Back', async () => {
  const arrive = openLate();
  hidePage(true);
  expect(page.close).toHaveBeenCalledOnce();
  await arrive();
  expect(create).not.toHaveBeenCalled();
  page = { ...page, closed: false };
  await open();
  expect(page.location.replace).toHaveBeenCalledWith('blob:document');
});

it('does not show a document whose window was closed before it arrived', async () => {
  const arrive = openLate();
  page.closed = true;
  await arrive();
  expect(create).not.toHaveBeenCalled();
});

it('fetches nothing if the browser blocks the window', async () => {
  openWindow.mockReturnValueOnce(null);
  const fetchFile = vi.fn(() => Promise.resolve(new Blob()));
  await openDocument(fetchFile);
  expect(fetchFile).not.toHaveBeenCalled();
  await openDocument(fetchFile);
  expect(page.location.replace).toHaveBeenCalledWith('blob:document');
});
