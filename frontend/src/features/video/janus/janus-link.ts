import type { AttendeeRead, JoinInfo, MediaPlacement } from '@/api/generated/types.gen';

import type { LinkReport, MediaLink, MediaLinkOptions, OtherAttendee } from '../media-link';
import { type CallMessage, NO_MEDIA } from '../peer-media';
import type { SendPlan } from '../send-plan';
import { applyPlan, sentKinds } from '../senders';
import type { TrackKind } from '../sent-tracks';
import { isDown, isUp, reportsOf } from './connections';
import { Feeds } from './feeds';
import type { JanusSession } from './janus-session';
import { Publisher } from './publisher';
import { Remote } from './remote';
import { SessionKeeper } from './session-keeper';
import { readTold, writeTold } from './told';

/** Between looks at what is not connected. */
const LOOK_MS = 500;
/** Between attempts to restore connections with an ICE restart. */
const RESTORE_MS = 4_000;
/** Whatever a connection waits for: after this, a new one is quicker. */
const STUCK_MS = 12_000;
const CLOSE_DELAY_MS = 250;

/** Connects this window to a Janus server, which forwards what each attendee sends to all others. Who publishes what, our server says. */
export class JanusLink implements MediaLink {
  private readonly joined: JoinInfo;
  private readonly placement: MediaPlacement;
  private readonly options: MediaLinkOptions;
  private readonly others = new Map<string, Remote>();
  /** Attendees who hung up; the server may still list them for a while. */
  private readonly hungUp = new Set<string>();
  private readonly feeds = new Feeds();
  private readonly gone = new AbortController();
  private readonly sessions: SessionKeeper;
  private publisher: Publisher | null = null;
  private entry: { readonly privateId: number; readonly id: number } | null = null;
  private restoredAt = 0;
  private upAt = performance.now();
  private wasCutOff = false;

  constructor(joined: JoinInfo, placement: MediaPlacement, options: MediaLinkOptions) {
    this.joined = joined;
    this.placement = placement;
    this.options = options;
    const { signal } = this.gone;
    const look = window.setInterval(() => this.look(), LOOK_MS);
    signal.addEventListener('abort', () => window.clearInterval(look));
    window.addEventListener('online', () => this.sessions.reclaim(), { signal });
    const { iceTransportPolicy } = joined.meeting;
    this.sessions = new SessionKeeper(
      placement.signalingUrl,
      () => ({ iceServers: options.iceServers(), iceTransportPolicy }),
      { onOpen: (session) => this.publish(session), onOver: () => this.lose() },
    );
  }

  get publisherId(): number | null {
    return this.entry?.id ?? null;
  }

  get isCutOff(): boolean {
    return this.sessions.isCutOff;
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
      const { attendeeId, publisherId } = attendee;
      this.feeds.report(attendeeId, publisherId);
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

  enterAnew() {
    if (this.entry !== null) this.sessions.renew();
  }

  hangUp() {
    this.publisher?.tell(writeTold({ media: { ...NO_MEDIA, bye: true } }));
    for (const kind of sentKinds) this.publisher?.send(kind, null);
    this.release();
    window.setTimeout(() => this.sessions.close(), CLOSE_DELAY_MS);
  }

  close() {
    this.release();
    this.sessions.close();
  }

  private release() {
    this.gone.abort();
    this.publisher?.close();
    for (const id of this.others.keys()) this.remove(id);
  }

  private async publish(session: JanusSession) {
    if (this.gone.signal.aborted) return;
    this.upAt = performance.now();
    this.publisher = new Publisher({
      joined: this.joined,
      placement: this.placement,
      tracks: this.options.tracks,
      onJoined: (privateId, id) => {
        this.entry = { privateId, id };
        this.options.onPublishing();
        this.subscribe();
      },
      onFeeds: (feeds) => {
        this.feeds.publish(feeds);
        this.subscribe();
      },
      onFeedGone: (id) => this.forget(id),
      onOpen: () => this.ask(),
      onChange: () => this.options.onChange(),
      onGone: () => this.sessions.renew(),
    });
    await this.publisher.start(session);
  }

  /** The session is over. What the others told is kept, so that only their pictures stop. */
  private lose() {
    if (this.gone.signal.aborted) return;
    this.publisher?.close();
    this.publisher = null;
    this.entry = null;
    this.feeds.forgetPublished();
    for (const other of this.others.values()) other.drop();
    this.upAt = performance.now();
    this.options.onChange();
  }

  private forget(feed: number) {
    this.feeds.end(feed);
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

  /** Receives what attendees have reported to our server, and only that. */
  private subscribe() {
    const session = this.sessions.current;
    if (session === null || this.entry === null) return;
    const { privateId } = this.entry;
    for (const [attendeeId, other] of this.others) {
      const feed = this.feeds.of(attendeeId);
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
    this.noticeCutOff();
    const others = [...this.others.values()];
    if (others.some(({ isConnected, hasTold }) => isConnected && !hasTold)) this.ask();
    this.subscribe();
    if (isUp(this.publisher)) this.upAt = performance.now();
    else if (performance.now() - this.upAt > STUCK_MS) this.sessions.renew();
    for (const other of others) if (other.isStuck(STUCK_MS)) other.drop();
    if (performance.now() - this.restoredAt < RESTORE_MS) return;
    this.restoredAt = performance.now();
    if (isDown(this.publisher)) {
      this.sessions.reclaim();
      this.publisher?.restartIce();
    }
    for (const other of others) if (isDown(other)) other.restartIce();
  }

  /** The server may know whether that concerns everyone. */
  private noticeCutOff() {
    if (this.isCutOff && !this.wasCutOff) this.options.onInterrupted();
    this.wasCutOff = this.isCutOff;
  }
}
