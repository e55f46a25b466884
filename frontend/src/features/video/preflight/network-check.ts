import type { IceServer } from '@/api/generated/types.gen';

/** What the check of the network found. */
export interface NetworkFinding {
  /** Through a relay, only without one, or not at all. */
  readonly way: 'relay' | 'direct' | 'none';
  /** Whether there is a relay to try. */
  readonly hasRelay: boolean;
  /** Milliseconds to the relay and back, and bits per second through it; null if there is no way through it. */
  readonly roundTrip: number | null;
  readonly bitRate: number | null;
}

const CONNECT_MS = 1_800;
const MEASURE_MS = 1_000;
/** Stops early once there is enough for a large picture. */
const ENOUGH_BITS = 2_500_000;
const CHUNK = new Uint8Array(16_384);
const MAX_BUFFERED = 262_144;
const STEP_MS = 20;

/** Connects this window to itself through the relay, or without one, and measures the relay; takes less than four seconds. */
export async function checkNetwork(iceServers: readonly IceServer[], signal: AbortSignal): Promise<NetworkFinding> {
  const hasRelay = iceServers.length > 0;
  const [relayed, direct] = await Promise.all([
    hasRelay ? tryWay({ iceServers: [...iceServers], iceTransportPolicy: 'relay' }, signal, true) : null,
    tryWay({}, signal, false),
  ]);
  if (relayed !== null) return { way: 'relay', hasRelay, ...relayed };
  return { way: direct === null ? 'none' : 'direct', hasRelay, roundTrip: null, bitRate: null };
}

interface Measured {
  readonly roundTrip: number | null;
  readonly bitRate: number | null;
}

/** Null if the window could not be connected to itself in time. */
async function tryWay(config: RTCConfiguration, signal: AbortSignal, measures: boolean): Promise<Measured | null> {
  const [here, there] = [new RTCPeerConnection(config), new RTCPeerConnection(config)];
  here.onicecandidate = ({ candidate }) => void there.addIceCandidate(candidate ?? undefined).catch(ignore);
  there.onicecandidate = ({ candidate }) => void here.addIceCandidate(candidate ?? undefined).catch(ignore);
  const channel = here.createDataChannel('check', { ordered: false, maxRetransmits: 0 });
  const count = countBytes(there);
  try {
    const offer = await here.createOffer();
    await Promise.all([here.setLocalDescription(offer), there.setRemoteDescription(offer)]);
    const answer = await there.createAnswer();
    await Promise.all([there.setLocalDescription(answer), here.setRemoteDescription(answer)]);
    const opened = await Promise.race([isOpen(channel), wait(CONNECT_MS).then(() => false)]);
    if (!opened || signal.aborted) return null;
    if (!measures) return { roundTrip: null, bitRate: null };
    const bitRate = await fill(channel, count, signal);
    return { roundTrip: await roundTripOf(here), bitRate };
  } catch {
    return null;
  } finally {
    here.close();
    there.close();
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void window.setTimeout(resolve, milliseconds));
}

function ignore() {
  // The connection fails, and the check says so.
}

function isOpen(channel: RTCDataChannel): Promise<boolean> {
  return new Promise((resolve) => {
    channel.addEventListener('open', () => resolve(true));
    channel.addEventListener('error', () => resolve(false));
  });
}

function countBytes(there: RTCPeerConnection): { bytes: number } {
  const count = { bytes: 0 };
  there.ondatachannel = ({ channel }) => {
    channel.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) count.bytes += data.byteLength;
    };
    channel.binaryType = 'arraybuffer';
  };
  return count;
}

/** Sends as much as arrives for a second; returns the bits per second that have arrived. */
async function fill(channel: RTCDataChannel, count: { bytes: number }, signal: AbortSignal): Promise<number> {
  const start = performance.now();
  const passed = () => performance.now() - start;
  while (passed() < MEASURE_MS && count.bytes * 8 < ENOUGH_BITS && !signal.aborted) {
    while (channel.bufferedAmount < MAX_BUFFERED) channel.send(CHUNK);
    await wait(STEP_MS);
  }
  return (count.bytes * 8 * 1_000) / passed();
}

async function roundTripOf(connection: RTCPeerConnection): Promise<number | null> {
  let found: number | null = null;
  (await connection.getStats()).forEach((stat: Record<string, unknown>) => {
    const { type, nominated, currentRoundTripTime: seconds } = stat;
    if (type === 'candidate-pair' && nominated === true && typeof seconds === 'number')
      found = Math.round(seconds * 1_000);
  });
  return found;
}
