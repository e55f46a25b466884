import { onTestFinished, vi } from 'vitest';

const SPEEDUP = 250;

/** Shortens request timeouts until the test ends, so that tests of a server that never responds run quickly. */
export function shortTimeLimits() {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limit = vi.spyOn(AbortSignal, 'timeout');
  limit.mockImplementation((milliseconds) => timeout(milliseconds / SPEEDUP));
  onTestFinished(() => limit.mockRestore());
}

/** A response that never comes. */
export const neverResponds = () => new Promise<Response>(() => undefined);
