import { onTestFinished, vi } from 'vitest';

const PACE = 10;

/**
 * From here to the end of the test timeouts and the clock go ten times as fast, so that pauses are proved without being waited for. They
 * keep their order and their distances; what is no timeout, such as the network's edge, takes as long as ever. What was begun before
 * goes on in its own time. Intervals are left alone.
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
