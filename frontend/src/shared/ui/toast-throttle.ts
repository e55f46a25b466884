/** Lets one call through per interval; calls in between are dropped, not queued. */
export function throttle<A extends unknown[]>(call: (...args: A) => void, interval: number): (...args: A) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...args) => {
    const now = performance.now();
    if (now - last < interval) return;
    last = now;
    call(...args);
  };
}
