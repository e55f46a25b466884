import { onTestFinished, vi } from 'vitest';

const PACE = 10;

/**
 * Runs timeouts and the clock ten times as fast until the test ends, so that tests of pauses do not wait for them. Timeouts keep their
 * order and relative distances. Timers that are already running, intervals, and everything else, such as mocked responses, keep real time.
 */
export function speedUpTimers() {
  vi.useRealTimers();
  const beat = setInterval(() => {
    // A test that ends may take the clock back first.
    if (vi.isFakeTimers()) vi.advanceTimersByTime(PACE);
  }, 1);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    shouldClearNativeTimers: true,
  });
  onTestFinished(() => {
    clearInterval(beat);
    vi.useRealTimers();
  });
}
