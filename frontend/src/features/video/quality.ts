import type { Medium, Received, Snapshot } from './snapshot';

/** How good a connection is in one direction, and what keeps it from being better. */
export type Level = 'good' | 'fair' | 'poor';
export type Reason = 'loss' | 'delay' | 'bandwidth';
export interface Quality {
  readonly level: Level;
  /** Null for a good connection. */
  readonly reason: Reason | null;
}

export interface Measured {
  /** Null while nothing is sent, or received. */
  readonly sending: Quality | null;
  readonly receiving: Quality | null;
}

/** Parts of all packets; Twilio's call insights warn above 1 % and tag calls above 5 % as of high packet loss. */
export const LOSS = { fair: 0.01, poor: 0.05 };
/** Parts of the sound that were made up. What redundancy repairs is lost, but not heard. */
export const CONCEALED = { fair: 0.02, poor: 0.1 };
/** Milliseconds there and back; ITU-T G.114: up to 150 ms one way is good for conversation, more than 400 ms is unacceptable. */
export const ROUND_TRIP = { fair: 300, poor: 800 };
/** Bits a second below which the camera has to be smaller than 360 lines, or than 180 (`send-plan.ts`). */
export const AVAILABLE = { fair: 540_000, poor: 190_000 };

/** With fewer packets between two snapshots, one lost packet would count as a poor connection. */
const MIN_PACKETS = 20;

export const GOOD: Quality = { level: 'good', reason: null };
const order = { good: 0, fair: 1, poor: 2 } as const;

/** The quality between two snapshots of the same connection, each direction by its worst trait. */
export function measure(before: Snapshot, after: Snapshot): Measured {
  const delay = rate('delay', after.roundTrip, ROUND_TRIP);
  const losses = mediums.map((medium) => lossBetween(before.received[medium], after.received[medium]));
  const isReceiving = mediums.some((medium) => after.received[medium].packets > before.received[medium].packets);
  const isSending = mediums.filter((medium) => after.sent[medium].packets > before.sent[medium].packets);
  return {
    receiving: isReceiving
      ? worst([
          ...losses.map((loss) => rate('loss', loss, LOSS)),
          rate('loss', concealedBetween(before.received.audio, after.received.audio), CONCEALED),
          delay,
        ])
      : null,
    sending:
      isSending.length === 0
        ? null
        : worst([...isSending.map((medium) => rate('loss', after.sent[medium].lost, LOSS)), delay, bandwidth(after)]),
  };
}

const mediums: readonly Medium[] = ['audio', 'video'];

/** The worse of several, the first of equals. */
export function worst(qualities: readonly Quality[]): Quality {
  return qualities.reduce((found, each) => (order[each.level] > order[found.level] ? each : found), GOOD);
}

function rate(reason: Reason, value: number | null, limits: { fair: number; poor: number }): Quality {
  if (value === null || value <= limits.fair) return GOOD;
  return { level: value > limits.poor ? 'poor' : 'fair', reason };
}

function lossBetween(before: Received, after: Received): number | null {
  // What arrives late is counted as lost first, and taken back.
  const lost = Math.max(0, after.lost - before.lost);
  const expected = after.packets - before.packets + lost;
  return expected < MIN_PACKETS ? null : lost / expected;
}

function concealedBetween(before: Received, after: Received): number | null {
  const samples = after.samples - before.samples;
  return samples <= 0 ? null : Math.max(0, after.concealed - before.concealed) / samples;
}

/** An estimate counts only while it holds the encoder back: without much to send, browsers do not look for more. */
function bandwidth({ available, sent }: Snapshot): Quality {
  if (available === null || !sent.video.limited || available >= AVAILABLE.fair) return GOOD;
  return { level: available < AVAILABLE.poor ? 'poor' : 'fair', reason: 'bandwidth' };
}

/** What is shown follows what is measured: down after two equal measurements, up after three, so that words do not flicker. */
export interface Shown {
  readonly quality: Quality;
  /** What was measured last, if it is not shown yet, and how often in a row. */
  readonly next: Level;
  readonly count: number;
}

const DOWN_AFTER = 2;
const UP_AFTER = 3;

export const FIRST_SHOWN: Shown = { quality: GOOD, next: 'good', count: 0 };

export function show({ quality, next, count }: Shown, measured: Quality): Shown {
  const { level } = measured;
  if (level === quality.level) return { quality: measured, next: level, count: 0 };
  const isDown = order[level] > order[quality.level];
  // Any worse, or better, measurement counts toward the change, and the mildest of them is what it changes to.
  const isSameWay = count > 0 && order[next] > order[quality.level] === isDown;
  const again = isSameWay ? count + 1 : 1;
  const milder = isSameWay && order[next] > order[level] === isDown ? level : next;
  const target = isSameWay ? milder : level;
  if (again < (isDown ? DOWN_AFTER : UP_AFTER)) return { quality, next: target, count: again };
  const reached = target === level ? measured : { level: target, reason: target === 'good' ? null : measured.reason };
  return { quality: reached, next: target, count: 0 };
}
