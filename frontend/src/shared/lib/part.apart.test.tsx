import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Part, PartMissing, preloadParts } from './part';

const PAGE = '<script type="module" src="/assets/index-old.js"></script>';
const SECOND = 1_000;

let now = 0;
/** Whether the server answers when it is asked for its page. */
let answers: boolean;
const ask = vi.fn(() => (answers ? Promise.resolve(new Response(PAGE)) : Promise.reject(new TypeError())));

// A page that is there already, whose browser has nothing else to do; nothing was asked in its last second.
beforeEach(() => {
  answers = true;
  now += SECOND;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('fetch', ask);
  vi.stubGlobal('requestIdleCallback', (rest: () => void) => rest());
  preloadParts();
});

afterEach(() => {
  ask.mockClear();
  vi.unstubAllGlobals();
});

it('asks once whether the server is there for all parts that are fetched ahead together', async () => {
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  const parts = numbers.map((number) => new Part(() => Promise.resolve(number)));
  await vi.waitFor(() => expect(parts.map(({ loaded }) => loaded.getState())).toEqual(numbers));
  expect(ask).toHaveBeenCalledTimes(1);
});

it('fetches no code from a server that is away, and fetches it when it is back', async () => {
  answers = false;
  const load = vi.fn(() => Promise.resolve('code'));
  const part = new Part(load);
  await expect(part.load()).rejects.toBeInstanceOf(PartMissing);
  expect(load).not.toHaveBeenCalled();
  answers = true;
  await expect(part.load()).resolves.toBe('code');
});

it.each([
  { about: 'a second after the last answer', pass: () => (now += SECOND) },
  { about: 'at once without a network', pass: () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false) },
])('asks again $about', async ({ pass }) => {
  const load = vi.fn(() => Promise.resolve('code'));
  await new Part(load).load();
  answers = false;
  pass();
  await expect(new Part(load).load()).rejects.toBeInstanceOf(PartMissing);
  expect(load).toHaveBeenCalledTimes(1);
});

it('asks again once code did not come, as each failed import would stay so for the life of the page', async () => {
  const lost = new Part(() => {
    answers = false;
    return Promise.reject(new TypeError());
  });
  await expect(lost.load()).rejects.toBeInstanceOf(PartMissing);
  const load = vi.fn(() => Promise.resolve('code'));
  await expect(new Part(load).load()).rejects.toBeInstanceOf(PartMissing);
  expect(load).not.toHaveBeenCalled();
});
