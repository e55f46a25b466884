import { onTestFinished, vi } from 'vitest';

const SPEEDUP = 10;

/**
 * Runs timeouts and the clock ten times as fast until the test ends, so that tests of pauses do not wait for them. Timeouts keep their
 * order and relative distances. Timers that are already running, intervals, and everything else, such as mocked responses, keep real time.
 */
export function speedUpTimers() {
  vi.useRealTimers();
  const interval = setInterval(() => {
    // A test that ends may restore the clock first.
    if (vi.isFakeTimers()) vi.advanceTimersByTime(SPEEDUP);
  }, 1);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    shouldClearNativeTimers: true,
  });
  onTestFinished(() => {
    clearInterval(interval);
    vi.useRealTimers();
  });
}
