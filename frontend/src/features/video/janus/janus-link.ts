import type { AttendeeRead, JoinInfo, MediaPlacement } from '@/api/generated/types.gen';

import type { LinkReport, MediaLink, MediaLinkOptions, OtherAttendee } from '../media-link';
import { type CallMessage, NO_MEDIA } from '../peer-media';
import type { SendPlan } from '../send-plan';
import { applyPlan } from '../senders';
import type { TrackKind } from '../sent-tracks';
import { isDown, isUp, reportsOf } from './connections';
import { JanusSession } from './janus-session';
import { type Feed, Publisher } from './publisher';
import { Remote } from './remote';
import { readTold, writeTold } from './told';

/** Between looks at what is not connected. */
const LOOK_MS = 500;
/** Between attempts to restore connections with an ICE restart, and to reach Janus. */
const RESTORE_MS = 4_000;
const START_AGAIN_MS = 1_000;
/** Whatever a connection waits for: after this, a new one is quicker. */
const STUCK_MS = 12_000;
const CLOSE_DELAY_MS = 250;
/** Connects this window to a Janus server, which forwards what each attendee sends to all others. Names come from our server alone. */
export class JanusLink implements MediaLink {
  private readonly joined: JoinInfo;
  private readonly placement: MediaPlacement;
  private readonly options: MediaLinkOptions;
  private readonly others = new Map<string, Remote>();
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
  /** Counts sessions, so that one that opens too late is not used. */
  private attempt = 0;
  private upAt = performance.now();

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
    return [...this.others.values()].map((other) => other.view(isUp(this.publisher)));
  }

  update(attendees: readonly AttendeeRead[], removed: readonly string[]) {
    const there = new Set(attendees.map(({ attendeeId }) => attendeeId));
    for (const attendee of attendees) {
      const { attendeeId } = attendee;
      const isOther = attendeeId !== this.joined.attendee.attendeeId && !this.hungUp.has(attendeeId);
      if (isOther && !this.others.has(attendeeId)) this.add(attendee);
    }
    for (const [id, other] of this.others) {
      // An attendee who has only lost the server can still be connected.
      const isSeen = other.isConnected && !removed.includes(id);
      if (!there.has(id) && !isSeen) this.remove(id);
    }
    this.subscribe();
  }

  /** Signals are for windows that connect to each other. */
  receive = () => undefined;

  send(kind: TrackKind, track: MediaStreamTrack | null) {
    this.publisher?.send(kind, track);
    this.announce();
  }

  announce() {
    this.publisher?.tell(writeTold({ media: this.options.media() }));
  }

  tell(to: string, content: CallMessage) {
    this.publisher?.tell(writeTold({ media: this.options.media(), message: { to, content } }));
  }

  reports(): Promise<LinkReport[]> {
    return reportsOf([[null, this.publisher], ...this.others]);
  }

  adapt(attendeeId: string | null, plan: SendPlan) {
    const connection = this.publisher?.connection;
    if (attendeeId === null && connection != null) applyPlan(connection, plan);
  }

  hangUp() {
    this.publisher?.tell(writeTold({ media: { ...NO_MEDIA, bye: true } }));
    for (const { sender } of this.publisher?.connection?.getTransceivers() ?? [])
      sender.replaceTrack(null).catch(() => undefined);
    this.gone.abort();
    window.clearTimeout(this.startTimer);
    this.publisher?.close();
    for (const id of this.others.keys()) this.remove(id);
    window.setTimeout(() => this.session?.close(), CLOSE_DELAY_MS);
  }

  private start() {
    const { iceTransportPolicy } = this.joined.meeting;
    const iceServers = this.options.iceServers();
    this.attempt += 1;
    const { attempt } = this;
    this.upAt = performance.now();
    const opened = JanusSession.open(this.placement.signalingUrl, { iceServers, iceTransportPolicy }, () =>
      this.reclaim(),
    );
    opened.then((session) => this.publish(session, attempt)).catch(() => this.startAgain(attempt));
  }

  private async publish(session: JanusSession, attempt: number) {
    if (this.gone.signal.aborted || attempt !== this.attempt) {
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
      onOpen: () => this.ask(),
      onChange: () => this.options.onChange(),
      onGone: () => this.startAgain(),
    });
    await this.publisher.start(session);
  }

  /** With a new session, after a pause. What the others told is kept, so that only their pictures stop. */
  private startAgain(attempt = this.attempt) {
    if (this.gone.signal.aborted || attempt !== this.attempt) return;
    this.publisher?.close();
    this.publisher = null;
    this.privateId = null;
    this.feeds.clear();
    for (const other of this.others.values()) other.drop();
    this.session?.close();
    this.session = null;
    // Whatever is still being opened comes too late.
    this.attempt += 1;
    this.upAt = performance.now();
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
      if (!other.isOf(feed)) continue;
      other.drop();
      this.options.onInterrupted();
    }
    this.options.onChange();
  }

  private add(attendee: AttendeeRead) {
    const other = new Remote(attendee, {
      onData: (data) => this.hear(other, data),
      onConnected: () => this.ask(),
      onInterrupted: () => this.options.onInterrupted(),
      onChange: () => this.options.onChange(),
    });
    this.others.set(attendee.attendeeId, other);
  }

  private remove(id: string) {
    this.others.get(id)?.drop();
    this.others.delete(id);
  }

  /** Receives what attendees publish who are known to our server, and only that. */
  private subscribe() {
    const { session, privateId } = this;
    if (session === null || privateId === null) return;
    for (const [attendeeId, other] of this.others) {
      const feed = this.feeds.get(attendeeId);
      if (feed !== undefined && !other.isOf(feed)) other.subscribe(session, this.placement, privateId, feed);
    }
  }

  private hear(other: Remote, data: unknown) {
    const told = readTold(data, this.joined.attendee.attendeeId);
    if (told === null) return;
    const { media, message, asks } = told;
    other.media = media;
    other.hasTold = true;
    if (media.bye === true) {
      this.hungUp.add(other.attendee.attendeeId);
      this.remove(other.attendee.attendeeId);
    }
    if (asks) this.announce();
    this.options.onChange();
    if (message !== null) this.options.onMessage(other.attendee, message);
  }

  /** Tells the others the state of this window, and asks for theirs. */
  private ask() {
    this.publisher?.tell(writeTold({ media: this.options.media(), asks: true }));
  }

  private look() {
    const others = [...this.others.values()];
    if (others.some(({ isConnected, hasTold }) => isConnected && !hasTold)) this.ask();
    this.subscribe();
    if (isUp(this.publisher)) this.upAt = performance.now();
    else if (performance.now() - this.upAt > STUCK_MS) this.startAgain();
    for (const other of others) if (other.isStuck(STUCK_MS)) other.drop();
    if (performance.now() - this.restoredAt < RESTORE_MS) return;
    this.restoredAt = performance.now();
    if (isDown(this.publisher)) {
      this.reclaim();
      this.publisher?.restartIce();
    }
    for (const other of others) if (isDown(other)) other.restartIce();
  }
}
