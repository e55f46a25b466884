import { onTestFinished, vi } from 'vitest';

const PACE = 250;

/** From here to the end of the test a call is given up that much sooner, so that a server that never answers is not waited for. */
export function shortTimeLimits() {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limit = vi.spyOn(AbortSignal, 'timeout');
  limit.mockImplementation((milliseconds) => timeout(milliseconds / PACE));
  onTestFinished(() => limit.mockRestore());
}

/** The answer of a server that never answers. */
export const noAnswerInTime = () => new Promise<Response>(() => undefined);
