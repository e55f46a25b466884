/**
 * The server's time on a computer whose clock is wrong, or is changed while the page is open. Every API response carries a Date header.
 * The response with the shortest round trip gives the best offset between the two clocks, until it is too old or contradicts a later
 * one. Round trips and ages are measured with the page's stopwatch (`performance.now`), which no one can change.
 */
const MAX_AGE_MILLISECONDS = 10 * 60_000;
/** The header has whole seconds, so the response was sent half a second later on average, plus or minus half a second. */
const HALF_A_SECOND = 500;
/** Automatic corrections change a clock by less than this between two readings. */
const STEP_MILLISECONDS = 1_000;

/** This computer's clock (since 1970) and the page's stopwatch (since it was opened), in milliseconds, read together. */
export interface Clocks {
  readonly clock: number;
  readonly stopwatch: number;
}

interface Sample extends Clocks {
  readonly offset: number;
  /** Infinite if the clock was changed, or the computer slept, since then: the next response counts, whatever its round trip. */
  readonly roundTrip: number;
}

let best: Sample | null = null;
const listeners = new Set<() => void>();

export function readClocks(): Clocks {
  return { clock: Date.now(), stopwatch: performance.now() };
}

/** Milliseconds since the page was opened, including those when the computer slept. */
export function pageAge(): number {
  const { clock, stopwatch } = readClocks();
  return Math.round(Math.max(stopwatch, clock - performance.timeOrigin));
}

/** How far the clock moved relative to the stopwatch, if it was changed or the computer slept; otherwise 0. */
function stepBetween(before: Clocks, after: Clocks): number {
  const step = after.clock - before.clock - (after.stopwatch - before.stopwatch);
  return Math.abs(step) > STEP_MILLISECONDS ? step : 0;
}

/** Processes a response's Date header, with the clocks at the request and at the response. */
export function observeServerDate(header: string | null, sent: Clocks, received: Clocks): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  // If the computer slept in between, the response has the time before that.
  if (Number.isNaN(server) || stepBetween(sent, received) > 0) return;
  const roundTrip = received.stopwatch - sent.stopwatch;
  const sample = { ...received, roundTrip, offset: server + HALF_A_SECOND + roundTrip / 2 - received.clock };
  if (best !== null && !isBetter(sample, best)) return;
  const moved = Math.abs(sample.offset - (best?.offset ?? 0)) > STEP_MILLISECONDS;
  best = sample;
  if (moved) notify();
}

function isBetter(sample: Sample, previous: Sample): boolean {
  const contradicts =
    Math.abs(sample.offset - previous.offset) > (sample.roundTrip + previous.roundTrip) / 2 + 2 * HALF_A_SECOND;
  return (
    sample.roundTrip < previous.roundTrip ||
    sample.stopwatch - previous.stopwatch >= MAX_AGE_MILLISECONDS ||
    stepBetween(previous, sample) !== 0 ||
    contradicts
  );
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  const now = readClocks();
  detectChange(now);
  return now.clock + (best?.offset ?? 0);
}

/**
 * Detects whether this computer's clock was changed. It moves back only if it was set, so the stopwatch is trusted. It also moves ahead
 * during sleep, which the stopwatch may not count, so then the clock is trusted. The next response decides.
 */
function detectChange(now: Clocks) {
  if (best === null) return;
  const step = stepBetween(best, now);
  if (step === 0) return;
  best = { ...now, offset: step < 0 ? best.offset - step : best.offset, roundTrip: Number.POSITIVE_INFINITY };
  // Not synchronously, because the caller may be rendering.
  queueMicrotask(notify);
}

function notify() {
  for (const listener of [...listeners]) listener();
}

/** Calls back when the clock was changed, and again when a response has given its new offset. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** True from a change of the clock until a response has given its new offset. */
export function isClockUncertain(): boolean {
  return best?.roundTrip === Number.POSITIVE_INFINITY;
}

/** Discards all observations; for tests. */
export function resetServerClock(): void {
  best = null;
}
