import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { fakeLocks } from '@/testing/fake-locks';

let rang: string[];

/** Another tab has the same module anew. */
async function openTab(name: string) {
  vi.resetModules();
  const { inOneTab } = await import('./one-tab');
  return async () => {
    inOneTab('bell', () => void rang.push(name));
    await vi.advanceTimersByTimeAsync(0);
  };
}

beforeEach(() => {
  rang = [];
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

it('[NOTIF-13] one tab rings for all of them, as long as it rings again in time', async () => {
  fakeLocks();
  const [first, second] = [await openTab('first'), await openTab('second')];
  await first();
  await second();
  await pass(9);
  await first();
  await pass(9);
  await second();
  expect(rang).toEqual(['first', 'first']);
  await pass(2);
  await second();
  await first();
  expect(rang).toEqual(['first', 'first', 'second']);
});

it('[NOTIF-13] another tab takes over at once when the one that rang is closed', async () => {
  const { close } = fakeLocks();
  const [first, second] = [await openTab('first'), await openTab('second')];
  await first();
  close('bell');
  await second();
  expect(rang).toEqual(['first', 'second']);
});

it('[NOTIF-13] each tab rings where they cannot tell: without locks, and if the browser refuses them', async () => {
  const [first, second] = [await openTab('first'), await openTab('second')];
  await first();
  await second();
  expect(rang).toEqual(['first', 'second']);
  fakeLocks().request.mockRejectedValue(new DOMException('not here', 'SecurityError'));
  await first();
  await second();
  expect(rang).toEqual(['first', 'second', 'first', 'second']);
});
