import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';

import { throttle } from './toast-throttle';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('[ERR-07] [BCONST-15] [BERR-18] shows one error toast in 6000 ms', () => {
  const shown: string[] = [];
  const show = throttle((text: string) => shown.push(text), constants.TOAST_THROTTLE_MS);
  show('first');
  vi.advanceTimersByTime(5_999);
  show('dropped');
  vi.advanceTimersByTime(1);
  show('second');
  expect(shown).toEqual(['first', 'second']);
});
