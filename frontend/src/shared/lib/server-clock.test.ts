import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { observeServerDate, resetServerClock, serverNow } from './server-clock';

const local = Date.parse('2026-01-01T10:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: local });
  resetServerClock();
});

afterEach(() => {
  vi.useRealTimers();
});

it('follows a server whose clock is seven minutes ahead', () => {
  observeServerDate('Thu, 01 Jan 2026 10:07:00 GMT', local - 100, local);
  expect(Math.abs(serverNow() - Date.parse('2026-01-01T10:07:00Z'))).toBeLessThan(1000);
});

it('believes the quicker answer until it is ten minutes old', () => {
  observeServerDate('Thu, 01 Jan 2026 10:07:00 GMT', local - 20, local);
  const first = serverNow();
  observeServerDate('Thu, 01 Jan 2026 10:07:30 GMT', local - 8000, local);
  expect(serverNow()).toBe(first);

  vi.advanceTimersByTime(600_000);
  const later = Date.now();
  observeServerDate('Thu, 01 Jan 2026 10:17:30 GMT', later - 8000, later);
  expect(serverNow()).not.toBe(first + 600_000);
});

it('ignores an answer without a readable date', () => {
  observeServerDate(null, local, local);
  observeServerDate('yesterday', local, local);
  expect(serverNow()).toBe(local);
});
