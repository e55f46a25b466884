import { constants } from '@/api/contract/constants.gen';
import type { Candidate, Description, SentSignal } from '@/api/generated/types.gen';

import { type CallMessage, NO_MEDIA, type PeerMedia, readMessage, writeMessage } from './peer-media';
import { FIRST_PLAN, type SendPlan } from './send-plan';
import type { SentTracks, TrackKind } from './sent-tracks';
import { applyPlan, mediaTypes, sentKinds, transceiverOf } from './senders';
import { withVoiceOnly } from './voice-only';

export type Content = SentSignal['content'];

export interface PeerView {
  readonly status: 'connecting' | 'connected' | 'interrupted';
  readonly stream: MediaStream;
  /** What it shares. */
  readonly shared: MediaStream;
  /** What the other side is sending; false for a device that it does not have. */
  readonly media: PeerMedia;
}

export interface PeerOptions {
  /** Only one of the two sides makes offers, so that offers never collide. */
  readonly offers: boolean;
  /** How the two browsers may reach each other now: credentials for relays expire, and are replaced. */
  readonly configuration: () => RTCConfiguration;
  readonly tracks: SentTracks;
  readonly media: PeerMedia;
  readonly send: (content: Content) => void;
  readonly onChange: () => void;
  readonly onMessage: (message: CallMessage) => void;
}

/** Milliseconds between attempts to restore a connection that is down, each with an ICE restart. */
const RECONNECT_MS = 8_000;
/** Without a socket, an answer takes two polls; a new offer before it arrives would invalidate it. */
const ANSWER_TIMEOUT_MS = 3 * constants.ATTEND_MS;
/** Well within the server's range. */
const MAX_ID = 2 ** 30;
const CLOSE_DELAY_MS = 250;

/** The connection to one other window. Its tracks can change at any time without a new offer. */
export class Peer {
  private readonly options: PeerOptions;
  private readonly connection: RTCPeerConnection;
  private readonly channel: RTCDataChannel;
  private readonly stream = new MediaStream();
  private readonly shared = new MediaStream();
  private readonly retryTimer: number;
  private media: PeerMedia;
  private otherMedia = NO_MEDIA;
  private tracks: SentTracks;
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
    const connection = new RTCPeerConnection(options.configuration());
    this.connection = connection;
    this.channel = connection.createDataChannel('media', { negotiated: true, id: 0 });
    this.channel.onopen = () => this.sendMessage();
    this.channel.onmessage = ({ data }) => this.receiveMessage(data);
    connection.onicecandidate = ({ candidate }) => this.sendCandidate(candidate);
    connection.ontrack = ({ track }) => {
      const isShared = transceiverOf(connection, 'screen')?.receiver.track === track;
      (isShared ? this.shared : this.stream).addTrack(track);
    };
    connection.onconnectionstatechange = () => this.handleStateChange();
    this.retryTimer = window.setInterval(() => this.reconnect(), RECONNECT_MS);
    if (options.offers) {
      for (const kind of sentKinds)
        connection.addTransceiver(this.tracks[kind] ?? mediaTypes[kind], { direction: 'sendrecv' });
      this.offer();
    }
  }

  view(): PeerView {
    const connected = this.connection.connectionState === 'connected';
    const waiting = this.wasConnected ? 'interrupted' : 'connecting';
    const { stream, shared, otherMedia } = this;
    return { status: connected ? 'connected' : waiting, stream, shared, media: otherMedia };
  }

  /** Whether this signal comes from a different end than the connected one, which makes this connection obsolete. */
  isFromReplacedPeer(content: Content): boolean {
    return content.type !== 'candidate' && this.otherId !== null && content.peer !== this.otherId;
  }

  /** Sends this track from now on, or none of this kind. */
  send(kind: TrackKind, track: MediaStreamTrack | null) {
    this.tracks = { ...this.tracks, [kind]: track };
    this.replaceTrack(kind).catch(() => undefined);
  }

  /** Tells the other side what it is being sent. */
  announce(media: PeerMedia) {
    this.media = media;
    this.sendMessage();
  }

  tell(message: CallMessage) {
    this.sendMessage(message);
  }

  report(): Promise<RTCStatsReport> {
    return this.connection.getStats();
  }

  adapt(plan: SendPlan) {
    applyPlan(this.connection, plan);
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
      await this.connection.setRemoteDescription({ type: content.type, sdp: withVoiceOnly(content.sdp) });
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
    this.connection.setConfiguration(this.options.configuration());
    await this.connection.setRemoteDescription({ type, sdp: withVoiceOnly(sdp) });
    for (const transceiver of this.connection.getTransceivers()) transceiver.direction = 'sendrecv';
    await Promise.all(sentKinds.map((kind) => this.replaceTrack(kind)));
    await this.connection.setLocalDescription();
    this.sendDescription();
  }

  private async replaceTrack(kind: TrackKind) {
    await transceiverOf(this.connection, kind)?.sender.replaceTrack(this.tracks[kind]);
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
    this.connection.setConfiguration(this.options.configuration());
    this.connection.restartIce();
    this.offer();
  }

  private handleStateChange() {
    const { connectionState } = this.connection;
    if (connectionState === 'connected' && !this.wasConnected) this.adapt(FIRST_PLAN);
    if (connectionState === 'connected') this.wasConnected = true;
    if (connectionState === 'failed') this.reconnect();
    this.options.onChange();
  }

  private sendMessage(message?: CallMessage) {
    if (this.channel.readyState === 'open') this.channel.send(writeMessage(this.media, message));
  }

  private receiveMessage(data: unknown) {
    const received = readMessage(data);
    if (received === null) return;
    this.otherMedia = received.media;
    this.options.onChange();
    if (received.message !== null) this.options.onMessage(received.message);
  }
}

function randomId(): number {
  return 1 + Math.floor(Math.random() * MAX_ID);
}

function candidateOf({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: Candidate): RTCIceCandidateInit {
  return {
    candidate,
    sdpMid: sdpMid ?? null,
    sdpMLineIndex: sdpMLineIndex ?? null,
    usernameFragment: usernameFragment ?? null,
  };
}
