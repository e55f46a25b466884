import { expect, it } from 'vitest';

import { FIRST_SHOWN, type Level, measure, show } from './quality';
import { readSnapshot, type Snapshot } from './snapshot';

interface Network {
  /** Seconds since the connection began. */
  readonly at: number;
  readonly received?: number;
  readonly lost?: number;
  readonly concealed?: number;
  readonly lostThere?: number;
  readonly roundTrip?: number;
  readonly available?: number;
  readonly limited?: boolean;
  readonly relay?: boolean;
}

/** The statistics of Chromium for a call with sound and a picture, with 50 and 100 packets a second. */
function snapshotOf({
  at,
  received,
  lost,
  concealed,
  lostThere,
  roundTrip,
  available,
  limited,
  relay,
}: Network): Snapshot {
  const stats = [
    { id: 'T1', type: 'transport', selectedCandidatePairId: 'P2' },
    { id: 'P1', type: 'candidate-pair', currentRoundTripTime: 9, availableOutgoingBitrate: 1 },
    {
      id: 'P2',
      type: 'candidate-pair',
      localCandidateId: 'L',
      remoteCandidateId: 'R',
      currentRoundTripTime: roundTrip ?? 0.04,
      availableOutgoingBitrate: available ?? 2_500_000,
    },
    { id: 'L', type: 'local-candidate', candidateType: 'host' },
    { id: 'R', type: 'remote-candidate', candidateType: relay === true ? 'relay' : 'srflx' },
    {
      id: 'IA',
      type: 'inbound-rtp',
      kind: 'audio',
      packetsReceived: received ?? 50 * at,
      packetsLost: lost ?? 0,
      totalSamplesReceived: 48_000 * at,
      // Of a microphone that was off.
      concealedSamples: 20_000 * at + (concealed ?? 0),
      silentConcealedSamples: 20_000 * at,
    },
    { id: 'IV', type: 'inbound-rtp', kind: 'video', packetsReceived: 100 * at, packetsLost: 0 },
    { id: 'OA', type: 'outbound-rtp', kind: 'audio', packetsSent: 50 * at },
    {
      id: 'OV',
      type: 'outbound-rtp',
      kind: 'video',
      packetsSent: 100 * at,
      qualityLimitationReason: limited === true ? 'bandwidth' : 'none',
    },
    { id: 'RA', type: 'remote-inbound-rtp', kind: 'audio', fractionLost: lostThere ?? 0 },
  ];
  return readSnapshot(new Map(stats.map((stat) => [stat.id, stat])));
}

const between = (after: Omit<Network, 'at'>) => measure(snapshotOf({ at: 10 }), snapshotOf({ at: 12, ...after }));
const good = { level: 'good', reason: null };

it('a connection that carries everything in time is good in both directions', () => {
  expect(between({ received: 600 })).toEqual({ sending: good, receiving: good });
});

it.each<[string, Omit<Network, 'at'>, 'receiving' | 'sending', Level, string]>([
  ['3 % of the sound', { received: 597, lost: 3 }, 'receiving', 'fair', 'loss'],
  ['20 % of the sound', { received: 580, lost: 20 }, 'receiving', 'poor', 'loss'],
  ['sound that comes too late to be played', { concealed: 12_000 }, 'receiving', 'poor', 'loss'],
  ['3 % of what is sent', { lostThere: 0.03 }, 'sending', 'fair', 'loss'],
  ['20 % of what is sent', { lostThere: 0.2 }, 'sending', 'poor', 'loss'],
  ['a third of a second', { roundTrip: 0.33 }, 'receiving', 'fair', 'delay'],
  ['a second', { roundTrip: 1 }, 'sending', 'poor', 'delay'],
  ['bits for 180 lines', { available: 300_000, limited: true }, 'sending', 'fair', 'bandwidth'],
  ['bits for hardly more than speech', { available: 100_000, limited: true }, 'sending', 'poor', 'bandwidth'],
])('the worst trait counts, and is named: %s', (_what, network, direction, level, reason) => {
  expect(between(network)[direction]).toEqual({ level, reason });
});

it.each<[string, Omit<Network, 'at'>]>([
  ['a low estimate while there is not much to send', { available: 100_000, limited: false }],
  ['packets that were counted as lost and came late', { received: 604, lost: -4 }],
  ['one lost packet of a few', { received: 509, lost: 1 }],
])('%s is no poor connection', (_what, network) => {
  expect([between(network).sending, between(network).receiving]).toEqual([good, good]);
});

it('a direction in which nothing was sent has no quality', () => {
  const idle = snapshotOf({ at: 10 });
  expect(measure(idle, idle)).toMatchObject({ sending: null, receiving: null });
});

it('a relay at either end is a relay', () => {
  expect([snapshotOf({ at: 1 }).relayed, snapshotOf({ at: 1, relay: true }).relayed]).toEqual([false, true]);
  expect(readSnapshot(new Map())).toMatchObject({ relayed: null, roundTrip: null, available: null });
});

it.each<[string, Level[], Level[]]>([
  ['down after two worse ones', ['good', 'poor', 'poor'], ['good', 'good', 'poor']],
  ['up after three better ones', ['poor', 'poor', 'good', 'good', 'good'], ['good', 'poor', 'poor', 'poor', 'good']],
  ['never for one alone', ['poor', 'good', 'poor', 'good'], ['good', 'good', 'good', 'good']],
  ['only as far as both were', ['poor', 'fair', 'fair'], ['good', 'fair', 'fair']],
  [
    'up only as far as all three were',
    ['poor', 'poor', 'fair', 'good', 'good'],
    ['good', 'poor', 'poor', 'poor', 'fair'],
  ],
])('what is shown follows the measurements: %s', (_how, measured, expected) => {
  let shown = FIRST_SHOWN;
  const levels = measured.map((level) => {
    shown = show(shown, { level, reason: level === 'good' ? null : 'loss' });
    return shown.quality.level;
  });
  expect(levels).toEqual(expected);
});
