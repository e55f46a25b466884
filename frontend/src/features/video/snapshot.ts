/** What counts of one connection's statistics (webrtc-stats) at one moment. The counters start at zero with the connection. */
export interface Snapshot {
  /** Milliseconds there and back; null until it was measured. */
  readonly roundTrip: number | null;
  /** Bits a second that the network is estimated to take from here; null if the browser does not say. */
  readonly available: number | null;
  /** Whether it goes through a relay; null until it is connected. */
  readonly relayed: boolean | null;
  readonly received: Readonly<Record<Medium, Received>>;
  readonly sent: Readonly<Record<Medium, Sent>>;
}

export type Medium = 'audio' | 'video';

export interface Received {
  readonly packets: number;
  readonly lost: number;
  /** Samples of sound, and those of them that had to be made up because nothing had arrived. */
  readonly samples: number;
  readonly concealed: number;
}

export interface Sent {
  readonly packets: number;
  /** The part that the other side lacked when it last said so; null if it has not said. */
  readonly lost: number | null;
  /** Whether the encoder is held back by the network. */
  readonly limited: boolean;
}

type Stat = Readonly<Record<string, unknown>>;

const mediums = ['audio', 'video'] as const;

export function readSnapshot(report: RTCStatsReport): Snapshot {
  const stats: Stat[] = [];
  report.forEach((stat: Stat) => stats.push(stat));
  const ofType = (type: string) => stats.filter((stat) => stat.type === type);
  const pair = selectedPair(stats);
  const ends = [pair?.localCandidateId, pair?.remoteCandidateId].map((id) => stats.find((stat) => stat.id === id));
  const roundTrip = numberOr(pair?.currentRoundTripTime, null);
  return {
    roundTrip: roundTrip === null ? null : roundTrip * 1_000,
    available: numberOr(pair?.availableOutgoingBitrate, null),
    relayed: pair === undefined ? null : ends.some((end) => end?.candidateType === 'relay'),
    received: eachMedium((medium) => receivedOf(ofType('inbound-rtp').filter(({ kind }) => kind === medium))),
    sent: eachMedium((medium) =>
      sentOf(
        ofType('outbound-rtp').filter(({ kind }) => kind === medium),
        ofType('remote-inbound-rtp').filter(({ kind }) => kind === medium),
      ),
    ),
  };
}

function eachMedium<T>(make: (medium: Medium) => T): Record<Medium, T> {
  const [audio, video] = mediums;
  return { audio: make(audio), video: make(video) };
}

/** The way that media take. Firefox marks it, other browsers name it in the transport. */
function selectedPair(stats: readonly Stat[]): Stat | undefined {
  const id = stats.find(
    ({ type, selectedCandidatePairId }) => type === 'transport' && selectedCandidatePairId,
  )?.selectedCandidatePairId;
  return stats.find((stat) => stat.type === 'candidate-pair' && (stat.id === id || stat.selected === true));
}

function receivedOf(streams: readonly Stat[]): Received {
  const made = sum(streams, 'concealedSamples') - sum(streams, 'silentConcealedSamples');
  return {
    packets: sum(streams, 'packetsReceived'),
    lost: sum(streams, 'packetsLost'),
    samples: sum(streams, 'totalSamplesReceived'),
    concealed: made,
  };
}

function sentOf(streams: readonly Stat[], remote: readonly Stat[]): Sent {
  const lost = remote.map(({ fractionLost }) => numberOr(fractionLost, null)).filter((part) => part !== null);
  return {
    packets: sum(streams, 'packetsSent'),
    lost: lost.length === 0 ? null : Math.max(...lost),
    limited: streams.some(({ qualityLimitationReason }) => qualityLimitationReason === 'bandwidth'),
  };
}

function sum(stats: readonly Stat[], name: string): number {
  return stats.reduce((total, stat) => total + numberOr(stat[name], 0), 0);
}

function numberOr<T>(value: unknown, instead: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) ? value : instead;
}
