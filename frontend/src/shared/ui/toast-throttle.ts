export interface Throttled<A extends unknown[]> {
  (...args: A): void;
  /** Lets the next call through, regardless of earlier ones. */
  reset: () => void;
}

/** Lets one call through per interval; calls in between are dropped, not queued. */
export function throttle<A extends unknown[]>(call: (...args: A) => void, interval: number): Throttled<A> {
  let last = Number.NEGATIVE_INFINITY;
  const throttled = (...args: A) => {
    const now = performance.now();
    if (now - last < interval) return;
    last = now;
    call(...args);
  };
  const reset = () => {
    last = Number.NEGATIVE_INFINITY;
  };
  return Object.assign(throttled, { reset });
}
