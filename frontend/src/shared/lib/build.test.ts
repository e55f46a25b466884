import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { reloadIfOutdated, reloadReason, watchBuild } from './build';

const page = (entry: string) => `<html><head><script type="module" src="/assets/${entry}.js"></script></head></html>`;

/** What the server answers when it is asked for its page; null for no answer. */
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

const missCode = () => window.dispatchEvent(new Event('vite:preloadError'));

it('loads the page anew by itself when the server has another build and nothing is typed', async () => {
  served = page('index-new');
  missCode();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(reloadReason.getState()).toBeNull();
});

it('leaves it to the user while something typed is not saved', async () => {
  unsaved = true;
  served = page('index-new');
  missCode();
  await vi.waitFor(() => expect(reloadReason.getState()).toBe('updated'));
  expect(reload).not.toHaveBeenCalled();
});

it('reloads by itself once and never in a loop, and again when time has passed', async () => {
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
  { about: 'no answer', answer: null },
  { about: 'the page of somebody else, such as that of a guest network', answer: '<html><body>Welcome</body></html>' },
])('leaves the page alone on $about', async ({ answer }) => {
  served = answer;
  expect(await reloadIfOutdated()).toBe('unreachable');
  expect(reload).not.toHaveBeenCalled();
  expect(reloadReason.getState()).toBeNull();
});

it('says that a part is missing, not that there was an update, where the build is the same', async () => {
  unsaved = true;
  expect(await reloadIfOutdated()).toBe('same');
  expect(reloadReason.getState()).toBe('incomplete');
});
