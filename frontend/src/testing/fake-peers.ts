import type { FakeTrack } from './fake-devices';
import { overrideProperty } from './fake-devices';

type Sent = MediaStreamTrack | FakeTrack | null;

interface Transceiver {
  direction: string;
  sent: Sent;
  parameters: { encodings: Record<string, unknown>[] };
  receiver: { track: object };
  sender: object;
}

/** A peer connection without a network: the test decides whether it is connected. */
export class FakeConnection {
  connectionState: RTCPeerConnectionState = 'new';
  signalingState: RTCSignalingState = 'stable';
  localDescription: RTCSessionDescriptionInit | null = null;
  closed = false;
  configuration: RTCConfiguration;
  /** Messages sent over it, oldest first. */
  readonly sentMessages: unknown[] = [];
  readonly remote: unknown[] = [];
  onconnectionstatechange: (() => void) | null = null;
  onicecandidate: ((event: { candidate: object | null }) => void) | null = null;
  private readonly channel = {
    readyState: 'connecting',
    onopen: () => undefined,
    onmessage: (_: { data: unknown }) => undefined,
    send: (text: string) => void this.sentMessages.push(JSON.parse(text)),
  };
  private readonly transceivers: Transceiver[] = [];
  /** What `getStats` gives, by id. */
  readonly stats = new Map<string, Record<string, unknown>>();
  /** The kinds that the other window offers. */
  offered = ['audio', 'video', 'video'];
  ontrack: ((event: { track: object }) => void) | null = null;

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration;
  }

  setConfiguration = (configuration: RTCConfiguration) => {
    this.configuration = configuration;
  };
  createDataChannel = () => this.channel;
  getTransceivers = () => this.transceivers;
  restartIce = () => undefined;
  getStats = () => Promise.resolve(this.stats);

  addTransceiver(given: Sent | string, { direction = 'sendrecv' } = {}) {
    const kind = typeof given === 'string' ? given : given?.kind;
    const transceiver: Transceiver = {
      direction,
      sent: typeof given === 'string' ? null : given,
      parameters: { encodings: [{}] },
      receiver: { track: { kind } },
      sender: {
        get track() {
          return transceiver.sent;
        },
        replaceTrack: (track: Sent) => {
          transceiver.sent = track;
          return Promise.resolve();
        },
        getParameters: () => structuredClone(transceiver.parameters),
        setParameters: (parameters: Transceiver['parameters']) => {
          transceiver.parameters = parameters;
          return Promise.resolve();
        },
      },
    };
    this.transceivers.push(transceiver);
  }

  setLocalDescription() {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable';
    this.localDescription = { type, sdp: `an ${type}` };
    return Promise.resolve();
  }

  setRemoteDescription(description: RTCSessionDescriptionInit) {
    this.remote.push(description);
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    // An offered transceiver stays receive-only until the other window changes it.
    if (this.transceivers.length === 0)
      for (const kind of this.offered) this.addTransceiver(kind, { direction: 'recvonly' });
    for (const { receiver } of this.transceivers) this.ontrack?.(receiver);
    return Promise.resolve();
  }

  addIceCandidate(candidate: unknown) {
    this.remote.push(candidate);
    return Promise.resolve();
  }

  close() {
    this.closed = true;
  }

  /** What it currently sends: microphone, camera. */
  sent = () => this.allSent().slice(0, 2);
  /** What it currently shares. */
  shared = () => this.allSent()[2];
  /** The first encoding of each: microphone, camera, what is shared. */
  encodings = () => this.transceivers.map(({ parameters }) => parameters.encodings[0]);
  private readonly allSent = () =>
    this.transceivers.map(({ sent, direction }) => (direction === 'sendrecv' ? sent : null));

  /** Connects or disconnects the other window. */
  changeState(state: RTCPeerConnectionState) {
    this.connectionState = state;
    if (state === 'connected') {
      this.channel.readyState = 'open';
      this.channel.onopen();
    }
    this.onconnectionstatechange?.();
  }

  /** Delivers a message from the other window. */
  receive(data: unknown) {
    this.receiveText(JSON.stringify(data));
  }

  receiveText(data: string) {
    this.channel.onmessage({ data });
  }
}

/** Returns the connections that are created, oldest first. */
export function fakePeers() {
  const connections: FakeConnection[] = [];
  class Connection extends FakeConnection {
    constructor(configuration: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  }
  overrideProperty(globalThis, 'RTCPeerConnection', Connection);
  return connections;
}
