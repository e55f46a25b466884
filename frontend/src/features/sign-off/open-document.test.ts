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

/** Has a document opened that is still on its way; answers how it arrives. */
function openLate() {
  let arrive: (file: Blob) => void = () => undefined;
  const opened = openDocument(() => new Promise((resolve) => (arrive = resolve)));
  return () => {
    arrive(new Blob());
    return opened;
  };
}

const hidePage = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));

/** The page of somebody who has just signed in, with its watch over the session. */
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

it('closes a document with the session of its reader, and lets its address lead nowhere', async () => {
  await open();
  expect(page.location.replace).toHaveBeenCalledWith('blob:document');
  expect(page.close).not.toHaveBeenCalled();
  session.setState(null, true);
  expectClosed();
});

it('closes a document when somebody else is signed in', async () => {
  await open();
  signInForTest('psych');
  expectClosed();
});

it('leaves a document open when its reader is vouched for once more', async () => {
  await open();
  signInForTest();
  expect(page.close).not.toHaveBeenCalled();
});

it('shows no document that comes once the session has ended, nor to whoever came next', async () => {
  const arrive = openLate();
  session.setState(null, true);
  signInForTest('psych');
  await arrive();
  expect(create).not.toHaveBeenCalled();
  expect(page.close).toHaveBeenCalledOnce();
});

it('closes a document when nobody uses the computer', async () => {
  await startWatched();
  await open();
  vi.advanceTimersByTime(testConfig.idleMinutes * 60_000 - 1_000);
  expect(page.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expectClosed();
});

it('closes a document when its reader logs out in another tab', async () => {
  await startWatched();
  await open();
  localStorage.setItem('wardline.active.nurse', 'chosen');
  window.dispatchEvent(new StorageEvent('storage'));
  expectClosed();
});

it.each([
  ['reloaded or closed', false],
  ['kept by the browser for Back', true],
])('closes a document when the page that watches over the session is %s', async (_, persisted) => {
  await open();
  hidePage(persisted);
  expectClosed();
});

it('shows no document that comes once the page was left, and opens it again when Back brings the page', async () => {
  const arrive = openLate();
  hidePage(true);
  expect(page.close).toHaveBeenCalledOnce();
  await arrive();
  expect(create).not.toHaveBeenCalled();
  page = { ...page, closed: false };
  await open();
  expect(page.location.replace).toHaveBeenCalledWith('blob:document');
});

it('shows no document whose window was closed while it came', async () => {
  const arrive = openLate();
  page.closed = true;
  await arrive();
  expect(create).not.toHaveBeenCalled();
});

it('fetches nothing for a window that the browser blocks', async () => {
  openWindow.mockReturnValueOnce(null);
  const fetchFile = vi.fn(() => Promise.resolve(new Blob()));
  await openDocument(fetchFile);
  expect(fetchFile).not.toHaveBeenCalled();
  await openDocument(fetchFile);
  expect(page.location.replace).toHaveBeenCalledWith('blob:document');
});
