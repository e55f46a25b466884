import type { JoinInfo, MediaPlacement } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';

import { mediaTypes, sentKinds, transceiverOf } from '../senders';
import type { SentTracks, TrackKind } from '../sent-tracks';
import { withVoiceOnly } from '../voice-only';
import type { JanusHandle, JanusMessage, JanusSession } from './janus-session';

export interface PublisherOptions {
  readonly joined: JoinInfo;
  readonly placement: MediaPlacement;
  readonly tracks: () => SentTracks;
  /** This window may receive what others publish, and has the number by which they know what it does. */
  readonly onJoined: (privateId: number, id: number) => void;
  /** The numbers of what others publish, new with each of their connections. Whose they are, Janus does not know. */
  readonly onFeeds: (feeds: readonly number[]) => void;
  readonly onFeedGone: (id: number) => void;
  /** The channel over which this window tells its state is open. */
  readonly onOpen: () => void;
  readonly onChange: () => void;
  /** It has to start again. */
  readonly onGone: () => void;
}

/** The server may still be making the room, or letting this attendee in. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;

/** What this window sends to Janus: once for all others. */
export class Publisher {
  private readonly options: PublisherOptions;
  private handle: JanusHandle | null = null;
  private channel: RTCDataChannel | null = null;
  private retryTimer: number | undefined;
  private refusals = 0;
  private hasJoined = false;
  private closed = false;

  constructor(options: PublisherOptions) {
    this.options = options;
  }

  /** Rejects if Janus cannot be reached. */
  async start(session: JanusSession) {
    this.handle = await session.attach({
      onMessage: (message, jsep) => this.receive(message, jsep),
      onGone: () => this.goneUnlessClosed(),
    });
    this.join();
  }

  get connection(): RTCPeerConnection | null {
    return this.handle?.connection ?? null;
  }

  /** Sends this track from now on, or none of this kind. */
  send(kind: TrackKind, track: MediaStreamTrack | null) {
    const { connection } = this;
    if (connection !== null) replaceTrack(connection, kind, track);
  }

  tell(text: string) {
    if (this.channel?.readyState === 'open') this.channel.send(text);
  }

  restartIce() {
    const { handle } = this;
    if (handle?.connection == null) return;
    handle
      .offer(() => undefined, true)
      .then((jsep) => handle.send({ request: 'configure' }, jsep))
      .catch(() => undefined);
  }

  /** The session that closes it ends its connection, too. */
  close() {
    this.closed = true;
    window.clearTimeout(this.retryTimer);
  }

  private join() {
    const { placement, joined } = this.options;
    const { room, pin } = placement;
    const { joinToken } = joined.attendee;
    this.handle?.send({ request: 'join', ptype: 'publisher', room, pin, token: joinToken });
  }

  private receive(message: JanusMessage, jsep: Parameters<JanusHandle['accept']>[0] | undefined) {
    if (this.closed) return;
    if (jsep?.type === 'answer') this.handle?.accept({ ...jsep, sdp: withVoiceOnly(jsep.sdp ?? '') });
    if (message.error_code !== undefined) this.handleRefusal();
    else if (message.videoroom === 'joined') this.publish(message);
    else if (message.videoroom === 'destroyed' || message.leaving === 'ok') this.goneUnlessClosed();
    this.options.onFeeds(feedsIn(message));
    for (const gone of [message.leaving, message.kicked, message.unpublished])
      if (typeof gone === 'number') this.options.onFeedGone(gone);
  }

  /** Until the room has been made, joining is refused; a refusal later ends what this connection is for. */
  private handleRefusal() {
    if (this.hasJoined) this.goneUnlessClosed();
    else this.retryJoining();
  }

  private retryJoining() {
    const pause = Math.min(FIRST_RETRY_MS * 2 ** this.refusals, LONGEST_RETRY_MS);
    this.refusals += 1;
    window.clearTimeout(this.retryTimer);
    this.retryTimer = window.setTimeout(() => this.join(), pause);
  }

  private publish({ private_id: privateId, id }: JanusMessage) {
    const { handle } = this;
    if (handle === null) return;
    this.hasJoined = true;
    this.refusals = 0;
    this.options.onJoined(Number(privateId), Number(id));
    handle
      .offer((connection) => this.prepare(connection))
      .then((jsep) => handle.send({ request: 'publish' }, jsep))
      .catch(() => this.goneUnlessClosed());
  }

  /** Everything is negotiated once, with or without a device, so that turning one on needs no other offer. */
  private prepare(connection: RTCPeerConnection) {
    const tracks = this.options.tracks();
    for (const kind of sentKinds) connection.addTransceiver(mediaTypes[kind], { direction: 'sendonly' });
    for (const kind of sentKinds) replaceTrack(connection, kind, tracks[kind]);
    this.channel = connection.createDataChannel('media');
    this.channel.onopen = () => this.options.onOpen();
    connection.addEventListener('connectionstatechange', () => this.options.onChange());
  }

  private goneUnlessClosed() {
    if (this.closed) return;
    this.close();
    this.options.onGone();
  }
}

function replaceTrack(connection: RTCPeerConnection, kind: TrackKind, track: MediaStreamTrack | null) {
  transceiverOf(connection, kind)
    ?.sender.replaceTrack(track)
    .catch(() => undefined);
}

function feedsIn({ publishers }: JanusMessage): number[] {
  if (!Array.isArray(publishers)) return [];
  return publishers.flatMap((found: unknown) => (isFields(found) && typeof found.id === 'number' ? [found.id] : []));
}
