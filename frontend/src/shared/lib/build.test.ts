import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { judgeBuild, reloadReason, watchBuild } from './build';
import { registerUnsavedInput } from './unsaved-input';

const page = (entry: string) => `<html><head><script type="module" src="/assets/${entry}.js"></script></head></html>`;

/** What the server answers when it is asked for its page; null for no answer. */
let served: string | null;
let stop: () => void;
const reload = vi.fn();

beforeEach(() => {
  reloadReason.set(null);
  served = page('index-old');
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  vi.stubGlobal('fetch', () =>
    served === null ? Promise.reject(new TypeError()) : Promise.resolve(new Response(served)),
  );
  stop = watchBuild(reload);
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
  expect(reloadReason.get()).toBeNull();
});

it('leaves it to the user while something typed is not saved', async () => {
  const saved = registerUnsavedInput();
  served = page('index-new');
  missCode();
  await vi.waitFor(() => expect(reloadReason.get()).toBe('updated'));
  expect(reload).not.toHaveBeenCalled();
  saved();
});

it('reloads by itself once and never in a loop, and again when time has passed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  served = page('index-new');
  await judgeBuild();
  await judgeBuild();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(reloadReason.get()).toBe('updated');
  vi.setSystemTime(Date.now() + 61_000);
  await judgeBuild();
  expect(reload).toHaveBeenCalledTimes(2);
});

it.each([
  { about: 'no answer', answer: null },
  { about: 'the page of somebody else, such as that of a guest network', answer: '<html><body>Welcome</body></html>' },
])('leaves the page alone on $about', async ({ answer }) => {
  served = answer;
  expect(await judgeBuild()).toBe('away');
  expect(reload).not.toHaveBeenCalled();
  expect(reloadReason.get()).toBeNull();
});

it('says that a part is missing, not that there was an update, where the build is the same', async () => {
  const saved = registerUnsavedInput();
  expect(await judgeBuild()).toBe('same');
  expect(reloadReason.get()).toBe('incomplete');
  saved();
});
