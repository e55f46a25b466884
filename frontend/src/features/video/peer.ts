import { constants } from '@/api/contract/constants.gen';
import type { Candidate, Description, IceServer, SentSignal } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { DeviceKind, Tracks } from '@/shared/media/devices';

export type Content = SentSignal['content'];

/** What one window tells the other beside sound and pictures, over the connection itself. */
export interface PeerSays {
  readonly microphone: boolean;
  readonly camera: boolean;
  /** It has hung up. */
  readonly bye?: true;
}

export interface PeerView {
  readonly status: 'connecting' | 'connected' | 'interrupted';
  readonly stream: MediaStream;
  /** What the other side sends; false also for a device that it does not have. */
  readonly says: PeerSays;
}

export interface PeerOptions {
  /** One of the two makes all offers, so that none ever crosses another. */
  readonly offers: boolean;
  readonly iceServers: readonly IceServer[];
  readonly tracks: Tracks;
  readonly says: PeerSays;
  readonly send: (content: Content) => void;
  readonly onChange: () => void;
}

/** Milliseconds between attempts to restore a connection that is down, each with an ICE restart. */
const PATIENCE = 8_000;
/** Without a socket an answer takes two turns of attending; an offer that comes before it would make it worthless. */
const ANSWER_PATIENCE = 3 * constants.ATTEND_MS;
/** Far below what the server counts to. */
const HIGHEST_NUMBER = 2 ** 30;
const FAREWELL = 250;
const kindOf = { audio: 'microphone', video: 'camera' } as const;

/** The connection to one other window. What is sent may change at any time without another offer. */
export class Peer {
  private readonly options: PeerOptions;
  private readonly connection: RTCPeerConnection;
  private readonly channel: RTCDataChannel;
  private readonly stream = new MediaStream();
  private readonly patience: number;
  private says: PeerSays;
  private heard: PeerSays = { microphone: false, camera: false };
  private tracks: Tracks;
  private wasConnected = false;
  /** Names this end of the connection, so that the other side knows when another one has taken its place. */
  private readonly number = anyNumber();
  private otherNumber: number | null = null;
  /** Begins anywhere, so that an answer to an earlier connection's offer is never taken for one to this one's. */
  private round = anyNumber();
  private offeredAt = 0;
  /** What arrives is dealt with in its order. */
  private turn: Promise<void> = Promise.resolve();

  constructor(options: PeerOptions) {
    this.options = options;
    this.tracks = options.tracks;
    this.says = options.says;
    const connection = new RTCPeerConnection({ iceServers: [...options.iceServers] });
    this.connection = connection;
    this.channel = connection.createDataChannel('says', { negotiated: true, id: 0 });
    this.channel.onopen = () => this.tell();
    this.channel.onmessage = ({ data }) => this.hear(data);
    connection.onicecandidate = ({ candidate }) => this.sendCandidate(candidate);
    connection.ontrack = ({ track }) => this.stream.addTrack(track);
    connection.onconnectionstatechange = () => this.follow();
    this.patience = window.setInterval(() => this.renew(), PATIENCE);
    if (options.offers) {
      for (const kind of ['audio', 'video'] as const)
        connection.addTransceiver(this.tracks[kindOf[kind]] ?? kind, { direction: 'sendrecv' });
      this.offer();
    }
  }

  view(): PeerView {
    const connected = this.connection.connectionState === 'connected';
    const waiting = this.wasConnected ? 'interrupted' : 'connecting';
    return { status: connected ? 'connected' : waiting, stream: this.stream, says: this.heard };
  }

  /** Whether this comes from another end than the one that this has been connected to: then this one is of no more use. */
  isStrange(content: Content): boolean {
    return content.type !== 'candidate' && this.otherNumber !== null && content.peer !== this.otherNumber;
  }

  /** Sends this track from now on, or nothing of its kind. */
  send(kind: DeviceKind, track: MediaStreamTrack | null) {
    this.tracks = { ...this.tracks, [kind]: track };
    this.put(kind).catch(() => undefined);
  }

  /** Tells the other side what it is sent. */
  say(says: PeerSays) {
    this.says = says;
    this.tell();
  }

  receive(content: Content) {
    // What one of them fails at, the next offer mends.
    this.turn = this.turn.then(() => this.take(content)).catch(() => undefined);
  }

  /** Says so, and closes once that is under way. */
  hangUp() {
    this.say({ microphone: false, camera: false, bye: true });
    for (const { sender } of this.connection.getTransceivers()) sender.replaceTrack(null).catch(() => undefined);
    window.setTimeout(() => this.close(), FAREWELL);
  }

  close() {
    window.clearInterval(this.patience);
    this.connection.onconnectionstatechange = null;
    this.connection.close();
  }

  private async take(content: Content) {
    if (content.type === 'candidate') await this.connection.addIceCandidate(candidateOf(content));
    else if (content.type === 'offer') await this.answer(content);
    else if (content.round === this.round && this.connection.signalingState === 'have-local-offer') {
      this.otherNumber = content.peer;
      await this.connection.setRemoteDescription({ type: content.type, sdp: content.sdp });
    }
  }

  private offer() {
    this.turn = this.turn
      .then(async () => {
        await this.connection.setLocalDescription();
        this.round += 1;
        this.offeredAt = performance.now();
        this.sendDescription();
      })
      .catch(() => undefined);
  }

  private async answer({ type, sdp, round, peer }: Description) {
    this.round = round;
    this.otherNumber = peer;
    await this.connection.setRemoteDescription({ type, sdp });
    for (const transceiver of this.connection.getTransceivers()) transceiver.direction = 'sendrecv';
    await Promise.all([this.put('microphone'), this.put('camera')]);
    await this.connection.setLocalDescription();
    this.sendDescription();
  }

  private async put(kind: DeviceKind) {
    const found = this.connection.getTransceivers().find(({ receiver }) => kindOf[mediaOf(receiver)] === kind);
    await found?.sender.replaceTrack(this.tracks[kind]);
  }

  private sendDescription() {
    const description = this.connection.localDescription;
    if (description === null || (description.type !== 'offer' && description.type !== 'answer')) return;
    this.options.send({ type: description.type, sdp: description.sdp, peer: this.number, round: this.round });
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

  /** Another offer, for a connection that failed or did not come about. */
  private renew() {
    const { connectionState, signalingState } = this.connection;
    if (!this.options.offers || connectionState === 'connected') return;
    if (signalingState === 'have-local-offer' && performance.now() - this.offeredAt < ANSWER_PATIENCE) return;
    this.connection.restartIce();
    this.offer();
  }

  private follow() {
    const { connectionState } = this.connection;
    if (connectionState === 'connected') this.wasConnected = true;
    if (connectionState === 'failed') this.renew();
    this.options.onChange();
  }

  private tell() {
    if (this.channel.readyState === 'open') this.channel.send(JSON.stringify(this.says));
  }

  private hear(data: unknown) {
    const says = parsed(data);
    if (says === null) return;
    this.heard = says;
    this.options.onChange();
  }
}

function anyNumber(): number {
  return 1 + Math.floor(Math.random() * HIGHEST_NUMBER);
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

function parsed(data: unknown): PeerSays | null {
  try {
    const found: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    if (!isFields(found)) return null;
    const { microphone, camera, bye } = found;
    return { microphone: microphone === true, camera: camera === true, ...(bye === true && { bye }) };
  } catch {
    return null;
  }
}
