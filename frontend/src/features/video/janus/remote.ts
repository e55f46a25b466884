import type { AttendeeRead, MediaPlacement } from '@/api/generated/types.gen';

import type { OtherAttendee } from '../media-link';
import { NO_MEDIA, type PeerMedia } from '../peer-media';
import type { JanusSession } from './janus-session';
import { Subscriber } from './subscriber';

const NOTHING = { stream: new MediaStream(), shared: new MediaStream() };

export interface RemoteEvents {
  readonly onData: (data: unknown) => void;
  readonly onConnected: () => void;
  readonly onInterrupted: () => void;
  readonly onChange: () => void;
}

/** Another attendee, whether or not they publish anything yet. */
export class Remote {
  readonly attendee: AttendeeRead;
  media: PeerMedia = NO_MEDIA;
  /** Whether `media` is what they said over the current connection. */
  hasTold = false;
  private readonly events: RemoteEvents;
  private subscriber: Subscriber | null = null;
  private feed: number | null = null;
  private wasConnected = false;
  private upAt = 0;

  constructor(attendee: AttendeeRead, events: RemoteEvents) {
    this.attendee = attendee;
    this.events = events;
  }

  get isConnected(): boolean {
    return this.connection?.connectionState === 'connected';
  }

  get connection(): RTCPeerConnection | null {
    return this.subscriber?.connection ?? null;
  }

  view(isSending: boolean): OtherAttendee {
    const waiting = this.wasConnected ? 'interrupted' : 'connecting';
    const { stream, shared } = this.subscriber ?? NOTHING;
    const { attendee, media } = this;
    return { attendee, status: isSending && this.isConnected ? 'connected' : waiting, stream, shared, media };
  }

  /** Whether what it subscribed to has not been connected for this time. */
  isStuck(milliseconds: number): boolean {
    if (this.subscriber === null || this.isConnected) this.upAt = performance.now();
    return performance.now() - this.upAt > milliseconds;
  }

  isOf(feed: number): boolean {
    return this.feed === feed;
  }

  /** Receives this feed, instead of an earlier one. */
  subscribe(session: JanusSession, placement: MediaPlacement, privateId: number, feed: number) {
    this.drop();
    this.feed = feed;
    this.upAt = performance.now();
    this.subscriber = new Subscriber({
      placement,
      privateId,
      feed,
      onMessage: (data) => this.events.onData(data),
      onChange: () => this.handleChange(),
      onGone: () => {
        // The next look tries again, if it is still published.
        if (this.feed === feed) this.feed = null;
        this.events.onChange();
      },
    });
    this.subscriber.start(session);
  }

  restartIce() {
    this.subscriber?.restartIce();
  }

  drop() {
    this.subscriber?.close();
    this.subscriber = null;
    this.feed = null;
    this.hasTold = false;
  }

  private handleChange() {
    if (this.isConnected) {
      this.wasConnected = true;
      this.events.onConnected();
    } else if (this.wasConnected) this.events.onInterrupted();
    this.events.onChange();
  }
}
