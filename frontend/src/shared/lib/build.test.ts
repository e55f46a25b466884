import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { reloadIfOutdated, reloadReason, watchBuild } from './build';

const page = (entry: string) => `<html><head><script type="module" src="/assets/${entry}.js"></script></head></html>`;

/** The page that the server returns; null for no response. */
let served: string | null;
let stop: () => void;
let unsaved: boolean;
const reload = vi.fn();

beforeEach(() => {
  unsaved = false;
  reloadReason.setState(null, true);
  served = page('index-old');
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  vi.stubGlobal('fetch', () =>
    served === null ? Promise.reject(new TypeError()) : Promise.resolve(new Response(served)),
  );
  stop = watchBuild({ reload, hasDirtyForms: () => unsaved });
});

afterEach(() => {
  stop();
  reload.mockReset();
  document.head.innerHTML = '';
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const failToLoadCode = () => window.dispatchEvent(new Event('vite:preloadError'));

it('reloads the page automatically if the server has a new build and there is no unsaved input', async () => {
  served = page('index-new');
  failToLoadCode();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(reloadReason.getState()).toBeNull();
});

it('leaves the reload to the user while there is unsaved input', async () => {
  unsaved = true;
  served = page('index-new');
  failToLoadCode();
  await vi.waitFor(() => expect(reloadReason.getState()).toBe('updated'));
  expect(reload).not.toHaveBeenCalled();
});

it('reloads automatically only once, so that there is no loop, and again after some time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  served = page('index-new');
  await reloadIfOutdated();
  await reloadIfOutdated();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(reloadReason.getState()).toBe('updated');
  vi.setSystemTime(Date.now() + 61_000);
  await reloadIfOutdated();
  expect(reload).toHaveBeenCalledTimes(2);
});

it.each([
  { about: 'no response', response: null },
  { about: 'a page of another server, such as a guest network', response: '<html><body>Welcome</body></html>' },
])('does not reload after $about', async ({ response }) => {
  served = response;
  expect(await reloadIfOutdated()).toBe('unreachable');
  expect(reload).not.toHaveBeenCalled();
  expect(reloadReason.getState()).toBeNull();
});

it('reports a missing part instead of an update if the build is the same', async () => {
  unsaved = true;
  expect(await reloadIfOutdated()).toBe('same');
  expect(reloadReason.getState()).toBe('incomplete');
});
