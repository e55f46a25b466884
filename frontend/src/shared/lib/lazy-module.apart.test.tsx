import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { LazyModule, ModuleLoadError, preloadModules } from './lazy-module';

const PAGE = '<script type="module" src="/assets/index-old.js"></script>';
const SECOND = 1_000;

let now = 0;
/** Whether the server responds to a request for the page. */
let reachable: boolean;
/** Whether the page has a live connection. */
let connected: boolean;
const request = vi.fn(() => (reachable ? Promise.resolve(new Response(PAGE)) : Promise.reject(new TypeError())));

// An idle browser on a loaded page that has sent no request in the last second.
beforeEach(() => {
  reachable = true;
  connected = false;
  now += SECOND;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('fetch', request);
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback());
  preloadModules(() => connected);
});

afterEach(() => {
  request.mockClear();
  vi.unstubAllGlobals();
});

it('checks once whether the server responds for all modules that are preloaded together', async () => {
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  const modules = numbers.map((number) => new LazyModule(() => Promise.resolve(number)));
  await vi.waitFor(() => expect(modules.map(({ loaded }) => loaded.getState())).toEqual(numbers));
  expect(request).toHaveBeenCalledTimes(1);
});

it('does not check while the page is connected', async () => {
  connected = true;
  await new LazyModule(() => Promise.resolve('code')).load();
  expect(request).not.toHaveBeenCalled();
});

it('checks in spite of the connection when the browser is offline', async () => {
  connected = true;
  reachable = false;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(() => Promise.resolve('code'));
  await expect(new LazyModule(load).load()).rejects.toBeInstanceOf(ModuleLoadError);
  expect(load).not.toHaveBeenCalled();
});

it('loads a module without preload only when it is used', async () => {
  const load = vi.fn(() => Promise.resolve('code'));
  const rare = new LazyModule(load, { preload: false });
  const common = new LazyModule(() => Promise.resolve('other code'));
  await vi.waitFor(() => expect(common.loaded.getState()).toBe('other code'));
  expect(load).not.toHaveBeenCalled();
  await expect(rare.load()).resolves.toBe('code');
});

it('imports nothing while the server is unreachable, and imports once it responds again', async () => {
  reachable = false;
  const load = vi.fn(() => Promise.resolve('code'));
  const module = new LazyModule(load);
  await expect(module.load()).rejects.toBeInstanceOf(ModuleLoadError);
  expect(load).not.toHaveBeenCalled();
  reachable = true;
  await expect(module.load()).resolves.toBe('code');
});

it.each([
  { about: 'a second after the last response', pass: () => (now += SECOND) },
  {
    about: 'at once when the browser is offline',
    pass: () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
  },
])('checks again $about', async ({ pass }) => {
  const load = vi.fn(() => Promise.resolve('code'));
  await new LazyModule(load).load();
  reachable = false;
  pass();
  await expect(new LazyModule(load).load()).rejects.toBeInstanceOf(ModuleLoadError);
  expect(load).toHaveBeenCalledTimes(1);
});

it('checks again after a failed import, because the browser remembers each failure until the page is reloaded', async () => {
  const failing = new LazyModule(() => {
    reachable = false;
    return Promise.reject(new TypeError());
  });
  await expect(failing.load()).rejects.toBeInstanceOf(ModuleLoadError);
  const load = vi.fn(() => Promise.resolve('code'));
  await expect(new LazyModule(load).load()).rejects.toBeInstanceOf(ModuleLoadError);
  expect(load).not.toHaveBeenCalled();
});
