import type { AttendeeRead, JoinInfo, MediaPlacement } from '@/api/generated/types.gen';
import type { DeviceKind } from '@/shared/media/devices';

import type { MediaLink, MediaLinkOptions, OtherAttendee } from '../media-link';
import { NO_MEDIA, type PeerMedia, parseMedia } from '../peer';
import { JanusSession } from './janus-session';
import { type Feed, Publisher } from './publisher';
import { Subscriber } from './subscriber';

/** Another attendee, whether or not they publish anything yet. */
interface Other {
  readonly attendee: AttendeeRead;
  feed: number | null;
  subscriber: Subscriber | null;
  media: PeerMedia;
  /** Whether `media` is what they said over the current connection. */
  hasTold: boolean;
  wasConnected: boolean;
}

/** Between looks at what is not connected. */
const LOOK_MS = 500;
/** Between attempts to restore connections with an ICE restart, and to reach Janus. */
const RESTORE_MS = 4_000;
const START_AGAIN_MS = 1_000;
const CLOSE_DELAY_MS = 250;
const EMPTY = new MediaStream();
/** Asks the others to tell their states. */
const ASK = 'tell';

/** Connects this window to a Janus server, which forwards what each attendee sends to all others. Names come from our server alone. */
export class JanusLink implements MediaLink {
  private readonly joined: JoinInfo;
  private readonly placement: MediaPlacement;
  private readonly options: MediaLinkOptions;
  private readonly others = new Map<string, Other>();
  /** Attendees who hung up; the server may still list them for a while. */
  private readonly hungUp = new Set<string>();
  /** What is published, by attendee; it may be known before the attendee is. */
  private readonly feeds = new Map<string, number>();
  private readonly gone = new AbortController();
  private session: JanusSession | null = null;
  private publisher: Publisher | null = null;
  private privateId: number | null = null;
  private startTimer: number | undefined;
  private restoredAt = 0;

  constructor(joined: JoinInfo, placement: MediaPlacement, options: MediaLinkOptions) {
    this.joined = joined;
    this.placement = placement;
    this.options = options;
    const { signal } = this.gone;
    const look = window.setInterval(() => this.look(), LOOK_MS);
    signal.addEventListener('abort', () => window.clearInterval(look));
    window.addEventListener('online', () => this.reclaim(), { signal });
    this.start();
  }

  get count(): number {
    return this.others.size;
  }

  views(): OtherAttendee[] {
    const isSending = this.publisher?.connection?.connectionState === 'connected';
    return [...this.others.values()].map(({ attendee, subscriber, media, wasConnected }) => {
      const status = isSending && subscriber?.isConnected === true ? 'connected' : undefined;
      const waiting = wasConnected ? 'interrupted' : 'connecting';
      return { attendee, status: status ?? waiting, stream: subscriber?.stream ?? EMPTY, media };
    });
  }

  update(attendees: readonly AttendeeRead[], removed: readonly string[]) {
    const there = new Set(attendees.map(({ attendeeId }) => attendeeId));
    for (const attendee of attendees) {
      const { attendeeId } = attendee;
      const isOther = attendeeId !== this.joined.attendee.attendeeId && !this.hungUp.has(attendeeId);
      if (isOther && !this.others.has(attendeeId)) this.add(attendee);
    }
    for (const [id, { subscriber }] of this.others) {
      // An attendee who has only lost the server can still be connected.
      const isSeen = subscriber?.isConnected === true && !removed.includes(id);
      if (!there.has(id) && !isSeen) this.remove(id);
    }
    this.subscribe();
  }

  /** Signals are for windows that connect to each other. */
  receive() {}

  send(kind: DeviceKind, track: MediaStreamTrack | null) {
    this.publisher?.send(kind, track);
    this.tell();
  }

  hangUp() {
    this.publisher?.tell(JSON.stringify({ ...NO_MEDIA, bye: true }));
    for (const { sender } of this.publisher?.connection?.getTransceivers() ?? [])
      sender.replaceTrack(null).catch(() => undefined);
    this.gone.abort();
    window.clearTimeout(this.startTimer);
    const { session } = this;
    this.publisher?.close();
    for (const id of this.others.keys()) this.remove(id);
    window.setTimeout(() => session?.close(), CLOSE_DELAY_MS);
  }

  private start() {
    const { iceServers, iceTransportPolicy } = this.joined.meeting;
    const opened = JanusSession.open(this.placement.signalingUrl, { iceServers, iceTransportPolicy }, () =>
      this.reclaim(),
    );
    opened.then((session) => this.publish(session)).catch(() => this.startAgain());
  }

  private async publish(session: JanusSession) {
    if (this.gone.signal.aborted) {
      session.close();
      return;
    }
    this.session = session;
    this.publisher = new Publisher({
      joined: this.joined,
      placement: this.placement,
      tracks: this.options.tracks,
      onJoined: (privateId) => {
        this.privateId = privateId;
        this.subscribe();
      },
      onFeeds: (feeds) => this.learn(feeds),
      onFeedGone: (id) => this.forget(id),
      onOpen: () => this.tell(true),
      onChange: () => this.options.onChange(),
      onGone: () => this.startAgain(),
    });
    await this.publisher.start(session);
  }

  /** With a new session, after a pause. What the others told is kept, so that only their pictures stop. */
  private startAgain() {
    if (this.gone.signal.aborted) return;
    this.publisher?.close();
    this.publisher = null;
    this.privateId = null;
    this.feeds.clear();
    for (const other of this.others.values()) drop(other);
    this.session?.close();
    this.session = null;
    this.options.onChange();
    window.clearTimeout(this.startTimer);
    this.startTimer = window.setTimeout(() => this.start(), START_AGAIN_MS);
  }

  /** Continues with a new socket; the connections may have survived the old one. */
  private reclaim() {
    const { session } = this;
    if (session === null || this.gone.signal.aborted) return;
    this.restoredAt = performance.now();
    session.reclaim().catch(() => {
      if (this.session === session) this.startAgain();
    });
  }

  private learn(feeds: readonly Feed[]) {
    for (const { id, attendeeId } of feeds) this.feeds.set(attendeeId, id);
    this.subscribe();
  }

  private forget(feed: number) {
    for (const [attendeeId, id] of this.feeds) if (id === feed) this.feeds.delete(attendeeId);
    for (const other of this.others.values()) {
      if (other.feed !== feed) continue;
      drop(other);
      this.options.onInterrupted();
    }
    this.options.onChange();
  }

  private add(attendee: AttendeeRead) {
    const other = { feed: null, subscriber: null, media: NO_MEDIA, hasTold: false, wasConnected: false };
    this.others.set(attendee.attendeeId, { attendee, ...other });
  }

  private remove(id: string) {
    const other = this.others.get(id);
    if (other !== undefined) drop(other);
    this.others.delete(id);
  }

  /** Receives what attendees publish who are known to our server, and only that. */
  private subscribe() {
    const { session, privateId } = this;
    if (session === null || privateId === null) return;
    for (const [attendeeId, other] of this.others) {
      const feed = this.feeds.get(attendeeId);
      if (feed === undefined || other.feed === feed) continue;
      drop(other);
      other.feed = feed;
      other.subscriber = new Subscriber({
        placement: this.placement,
        privateId,
        feed,
        onMessage: (data) => this.hear(other, data),
        onChange: () => this.handleChange(other),
        onGone: () => {
          // The next look tries again, if it is still published.
          if (other.feed === feed) other.feed = null;
          this.options.onChange();
        },
      });
      other.subscriber.start(session);
    }
  }

  private handleChange(other: Other) {
    if (other.subscriber?.isConnected === true) {
      other.wasConnected = true;
      this.tell(true);
    } else if (other.wasConnected) this.options.onInterrupted();
    this.options.onChange();
  }

  private hear(other: Other, data: unknown) {
    const media = parseMedia(data);
    if (media === null) return;
    other.media = media;
    other.hasTold = true;
    if (media.bye === true) {
      this.hungUp.add(other.attendee.attendeeId);
      this.remove(other.attendee.attendeeId);
    }
    if (typeof data === 'string' && data.includes(`"${ASK}":true`)) this.tell();
    this.options.onChange();
  }

  /** Tells all others the state of this window, and with `asks`, asks for theirs. */
  private tell(asks = false) {
    this.publisher?.tell(JSON.stringify({ ...this.options.media(), ...(asks && { [ASK]: true }) }));
  }

  private look() {
    const waiting = [...this.others.values()];
    if (waiting.some(({ subscriber, hasTold }) => subscriber?.isConnected === true && !hasTold)) this.tell(true);
    this.subscribe();
    if (performance.now() - this.restoredAt < RESTORE_MS) return;
    this.restoredAt = performance.now();
    if (isDown(this.publisher)) {
      this.reclaim();
      this.publisher?.restartIce();
    }
    for (const { subscriber } of waiting) if (isDown(subscriber)) subscriber?.restartIce();
  }
}

function isDown(end: { readonly connection: RTCPeerConnection | null } | null): boolean {
  return ['disconnected', 'failed'].includes(end?.connection?.connectionState ?? '');
}

function drop(other: Other) {
  other.subscriber?.close();
  other.subscriber = null;
  other.feed = null;
  other.hasTold = false;
}
