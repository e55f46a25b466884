/**
 * The server's time on a computer whose clock is wrong, or is set while the page is open. Every answer of the API carries a Date header;
 * the answer with the shortest way says best how far the two clocks are apart, until it is too old, or no longer fits what a later one
 * says. Ways and ages are measured with the page's own stopwatch (`performance.now`), which nobody can set.
 */
const TRUST_FOR_MILLISECONDS = 10 * 60_000;
/** The header counts whole seconds, so on average the answer left half a second later, give or take as much. */
const HALF_A_SECOND = 500;
/** Clocks that are kept right are moved by less than this between two looks. */
const STEP_MILLISECONDS = 1_000;

/** This computer's clock (since 1970) and the page's stopwatch (since it was opened), in milliseconds, read at once. */
export interface Clocks {
  readonly clock: number;
  readonly stopwatch: number;
}

interface Sample extends Clocks {
  readonly offset: number;
  /** Infinite where the clock was set, or the computer slept, since: the next answer counts, whatever its way. */
  readonly roundTrip: number;
}

let best: Sample | null = null;
const listeners = new Set<() => void>();

export function readClocks(): Clocks {
  return { clock: Date.now(), stopwatch: performance.now() };
}

/** By how much the clock went ahead of the stopwatch: more than a step when it was set, or the computer slept. */
function stepBetween(before: Clocks, after: Clocks): number {
  const step = after.clock - before.clock - (after.stopwatch - before.stopwatch);
  return Math.abs(step) > STEP_MILLISECONDS ? step : 0;
}

/** Takes an answer's Date header with the clocks as the request left and as the answer came. */
export function observeServerDate(header: string | null, sent: Clocks, received: Clocks): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  // An answer that was overtaken by sleep says what time it was before.
  if (Number.isNaN(server) || stepBetween(sent, received) > 0) return;
  const roundTrip = received.stopwatch - sent.stopwatch;
  const sample = { ...received, roundTrip, offset: server + HALF_A_SECOND + roundTrip / 2 - received.clock };
  if (best !== null && !isBetter(sample, best)) return;
  const moved = Math.abs(sample.offset - (best?.offset ?? 0)) > STEP_MILLISECONDS;
  best = sample;
  if (moved) tell();
}

function isBetter(sample: Sample, known: Sample): boolean {
  const contradicts =
    Math.abs(sample.offset - known.offset) > (sample.roundTrip + known.roundTrip) / 2 + 2 * HALF_A_SECOND;
  return (
    sample.roundTrip < known.roundTrip ||
    sample.stopwatch - known.stopwatch >= TRUST_FOR_MILLISECONDS ||
    stepBetween(known, sample) !== 0 ||
    contradicts
  );
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  const now = readClocks();
  follow(now);
  return now.clock + (best?.offset ?? 0);
}

/**
 * Looks whether this computer's clock was set. Back it goes only by hand, so the stopwatch is believed; ahead it goes by sleep as well,
 * which the stopwatch may not count, so then the clock is. The next answer decides.
 */
function follow(now: Clocks) {
  if (best === null) return;
  const step = stepBetween(best, now);
  if (step === 0) return;
  best = { ...now, offset: step < 0 ? best.offset - step : best.offset, roundTrip: Number.POSITIVE_INFINITY };
  // Not while somebody is reading the time to show it.
  queueMicrotask(tell);
}

function tell() {
  for (const listener of [...listeners]) listener();
}

/** Calls back when the clock was set, and again when an answer has said how far it is from the server's. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** True while nobody has said how far the clock is from the server's since it was set. */
export function isClockUnsure(): boolean {
  return best?.roundTrip === Number.POSITIVE_INFINITY;
}

/** Forgets what was observed; for tests. */
export function resetServerClock(): void {
  best = null;
}
