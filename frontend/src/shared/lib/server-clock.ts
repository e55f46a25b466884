/**
 * The server's time on a computer whose clock is wrong. Every answer of the API carries a Date header; the answer with the
 * shortest way says best how far the two clocks are apart, until it is too old to trust this computer's quartz.
 */
const TRUST_FOR_MILLISECONDS = 10 * 60_000;

/** The header counts whole seconds, so on average the answer left half a second later. */
const HALF_A_SECOND = 500;

interface Sample {
  readonly offset: number;
  readonly roundTrip: number;
  readonly takenAt: number;
}

let best: Sample | null = null;

/** Takes an answer's Date header with the local times (milliseconds) at which the request left and the answer came. */
export function observeServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const roundTrip = receivedAt - sentAt;
  if (best !== null && roundTrip >= best.roundTrip && receivedAt - best.takenAt < TRUST_FOR_MILLISECONDS) return;
  best = { offset: server + HALF_A_SECOND - (sentAt + receivedAt) / 2, roundTrip, takenAt: receivedAt };
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return Date.now() + (best?.offset ?? 0);
}

/** Forgets what was observed; for tests. */
export function resetServerClock(): void {
  best = null;
}
