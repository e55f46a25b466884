import { constants } from '@/api/contract/constants.gen';
import type { Candidate, Description, SentSignal } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { DeviceKind, Tracks } from '@/shared/media/devices';

export type Content = SentSignal['content'];

/** The state that one window sends to the other over the connection's data channel. */
export interface PeerMedia {
  readonly microphone: boolean;
  readonly camera: boolean;
  /** Set when it has hung up. */
  readonly bye?: true;
}

export const NO_MEDIA: PeerMedia = { microphone: false, camera: false };

export interface PeerView {
  readonly status: 'connecting' | 'connected' | 'interrupted';
  readonly stream: MediaStream;
  /** What the other side is sending; false for a device that it does not have. */
  readonly media: PeerMedia;
}

export interface PeerOptions {
  /** Only one of the two sides makes offers, so that offers never collide. */
  readonly offers: boolean;
  /** How the two browsers may reach each other. */
  readonly configuration: RTCConfiguration;
  readonly tracks: Tracks;
  readonly media: PeerMedia;
  readonly send: (content: Content) => void;
  readonly onChange: () => void;
}

/** Milliseconds between attempts to restore a connection that is down, each with an ICE restart. */
const RECONNECT_MS = 8_000;
/** Without a socket, an answer takes two polls; a new offer before it arrives would invalidate it. */
const ANSWER_TIMEOUT_MS = 3 * constants.ATTEND_MS;
/** Well within the server's range. */
const MAX_ID = 2 ** 30;
const CLOSE_DELAY_MS = 250;
const kindOf = { audio: 'microphone', video: 'camera' } as const;

/** The connection to one other window. Its tracks can change at any time without a new offer. */
export class Peer {
  private readonly options: PeerOptions;
  private readonly connection: RTCPeerConnection;
  private readonly channel: RTCDataChannel;
  private readonly stream = new MediaStream();
  private readonly retryTimer: number;
  private media: PeerMedia;
  private otherMedia = NO_MEDIA;
  private tracks: Tracks;
  private wasConnected = false;
  /** Identifies this end of the connection, so that the other side notices when a new one has replaced it. */
  private readonly id = randomId();
  private otherId: number | null = null;
  /** Starts at a random number, so that an answer to an earlier connection's offer is not mistaken for an answer to this one's. */
  private round = randomId();
  private offeredAt = 0;
  /** Processes signals in the order of their arrival. */
  private queue: Promise<void> = Promise.resolve();

  constructor(options: PeerOptions) {
    this.options = options;
    this.tracks = options.tracks;
    this.media = options.media;
    const connection = new RTCPeerConnection(options.configuration);
    this.connection = connection;
    this.channel = connection.createDataChannel('media', { negotiated: true, id: 0 });
    this.channel.onopen = () => this.sendMedia();
    this.channel.onmessage = ({ data }) => this.receiveMedia(data);
    connection.onicecandidate = ({ candidate }) => this.sendCandidate(candidate);
    connection.ontrack = ({ track }) => this.stream.addTrack(track);
    connection.onconnectionstatechange = () => this.handleStateChange();
    this.retryTimer = window.setInterval(() => this.reconnect(), RECONNECT_MS);
    if (options.offers) {
      for (const kind of ['audio', 'video'] as const)
        connection.addTransceiver(this.tracks[kindOf[kind]] ?? kind, { direction: 'sendrecv' });
      this.offer();
    }
  }

  view(): PeerView {
    const connected = this.connection.connectionState === 'connected';
    const waiting = this.wasConnected ? 'interrupted' : 'connecting';
    return { status: connected ? 'connected' : waiting, stream: this.stream, media: this.otherMedia };
  }

  /** Whether this signal comes from a different end than the connected one, which makes this connection obsolete. */
  isFromReplacedPeer(content: Content): boolean {
    return content.type !== 'candidate' && this.otherId !== null && content.peer !== this.otherId;
  }

  /** Sends this track from now on, or none of this kind. */
  send(kind: DeviceKind, track: MediaStreamTrack | null) {
    this.tracks = { ...this.tracks, [kind]: track };
    this.replaceTrack(kind).catch(() => undefined);
  }

  /** Tells the other side what it is being sent. */
  announce(media: PeerMedia) {
    this.media = media;
    this.sendMedia();
  }

  receive(content: Content) {
    // If one signal fails, the next offer recovers.
    this.queue = this.queue.then(() => this.take(content)).catch(() => undefined);
  }

  /** Tells the other side, and closes after a short delay. */
  hangUp() {
    this.announce({ ...NO_MEDIA, bye: true });
    for (const { sender } of this.connection.getTransceivers()) sender.replaceTrack(null).catch(() => undefined);
    window.setTimeout(() => this.close(), CLOSE_DELAY_MS);
  }

  close() {
    window.clearInterval(this.retryTimer);
    this.connection.onconnectionstatechange = null;
    this.connection.close();
  }

  private async take(content: Content) {
    if (content.type === 'candidate') await this.connection.addIceCandidate(candidateOf(content));
    else if (content.type === 'offer') await this.acceptOffer(content);
    else if (content.round === this.round && this.connection.signalingState === 'have-local-offer') {
      this.otherId = content.peer;
      await this.connection.setRemoteDescription({ type: content.type, sdp: content.sdp });
    }
  }

  private offer() {
    this.queue = this.queue
      .then(async () => {
        await this.connection.setLocalDescription();
        this.round += 1;
        this.offeredAt = performance.now();
        this.sendDescription();
      })
      .catch(() => undefined);
  }

  private async acceptOffer({ type, sdp, round, peer }: Description) {
    this.round = round;
    this.otherId = peer;
    await this.connection.setRemoteDescription({ type, sdp });
    for (const transceiver of this.connection.getTransceivers()) transceiver.direction = 'sendrecv';
    await Promise.all([this.replaceTrack('microphone'), this.replaceTrack('camera')]);
    await this.connection.setLocalDescription();
    this.sendDescription();
  }

  private async replaceTrack(kind: DeviceKind) {
    const found = this.connection.getTransceivers().find(({ receiver }) => kindOf[mediaOf(receiver)] === kind);
    await found?.sender.replaceTrack(this.tracks[kind]);
  }

  private sendDescription() {
    const description = this.connection.localDescription;
    if (description === null || (description.type !== 'offer' && description.type !== 'answer')) return;
    this.options.send({ type: description.type, sdp: description.sdp, peer: this.id, round: this.round });
  }

  private sendCandidate(candidate: RTCIceCandidate | null) {
    if (candidate === null || candidate.candidate === '') return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    this.options.send({
      type: 'candidate',
      candidate: candidate.candidate,
      sdpMid,
      sdpMLineIndex,
      usernameFragment,
    });
  }

  /** Makes a new offer if the connection failed or was never established. */
  private reconnect() {
    const { connectionState, signalingState } = this.connection;
    if (!this.options.offers || connectionState === 'connected') return;
    if (signalingState === 'have-local-offer' && performance.now() - this.offeredAt < ANSWER_TIMEOUT_MS) return;
    this.connection.restartIce();
    this.offer();
  }

  private handleStateChange() {
    const { connectionState } = this.connection;
    if (connectionState === 'connected') this.wasConnected = true;
    if (connectionState === 'failed') this.reconnect();
    this.options.onChange();
  }

  private sendMedia() {
    if (this.channel.readyState === 'open') this.channel.send(JSON.stringify(this.media));
  }

  private receiveMedia(data: unknown) {
    const media = parseMedia(data);
    if (media === null) return;
    this.otherMedia = media;
    this.options.onChange();
  }
}

function randomId(): number {
  return 1 + Math.floor(Math.random() * MAX_ID);
}

function mediaOf({ track }: RTCRtpReceiver): 'audio' | 'video' {
  return track.kind === 'audio' ? 'audio' : 'video';
}

function candidateOf({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: Candidate): RTCIceCandidateInit {
  return {
    candidate,
    sdpMid: sdpMid ?? null,
    sdpMLineIndex: sdpMLineIndex ?? null,
    usernameFragment: usernameFragment ?? null,
  };
}

/** What another window told about itself; null if it makes no sense. */
export function parseMedia(data: unknown): PeerMedia | null {
  try {
    const found: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    if (!isFields(found)) return null;
    const { microphone, camera, bye } = found;
    return { microphone: microphone === true, camera: camera === true, ...(bye === true && { bye }) };
  } catch {
    return null;
  }
}
