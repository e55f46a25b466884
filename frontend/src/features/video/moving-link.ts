import type { AttendeeRead, SignalRead } from '@/api/generated/types.gen';

import type { LinkReport, MediaLink, OtherAttendee } from './media-link';
import { type CallMessage, NO_MEDIA } from './peer-media';
import type { SendPlan } from './send-plan';
import type { TrackKind } from './sent-tracks';

/** Windows without a socket learn of a move within one poll; those who are not there by then come too late for the old way. */
const OVERLAP_MS = 12_000;
/** Everyone is connected over the new way here; the others may not be yet. */
const FAREWELL_MS = 2_000;
const LOOK_MS = 1_000;

/**
 * The way of a call, which can change in its middle. The old one goes on beside the new one until a moment after everyone is connected
 * over that, so that nobody disappears meanwhile.
 */
export class MovingLink implements MediaLink {
  private link: MediaLink;
  private former: MediaLink | null = null;
  private timer: number | undefined;
  /** How long the former way still goes on, in milliseconds. */
  private left = 0;

  constructor(link: MediaLink) {
    this.link = link;
  }

  /** Goes on over this link from now on. */
  moveTo(link: MediaLink) {
    this.forgetFormer();
    this.former = this.link;
    this.link = link;
    this.left = OVERLAP_MS;
    this.timer = window.setTimeout(() => this.look(), LOOK_MS);
  }

  get isMoving(): boolean {
    return this.former !== null;
  }

  get count(): number {
    return this.link.count;
  }

  get publisherId(): number | null {
    return this.link.publisherId;
  }

  get isCutOff(): boolean {
    return this.link.isCutOff;
  }

  /** Whoever has not told yet over the new way what they send is shown as over the former one. */
  views(): OtherAttendee[] {
    const former = this.former?.views().filter(isConnected) ?? [];
    const formerOf = ({ attendee }: OtherAttendee) =>
      former.find((other) => other.attendee.attendeeId === attendee.attendeeId);
    return this.link.views().map((view) => (hasTold(view) ? view : (formerOf(view) ?? view)));
  }

  update(attendees: readonly AttendeeRead[], removed: readonly string[]) {
    this.link.update(attendees, removed);
    this.former?.update(attendees, removed);
  }

  /** Whoever sends signals has moved, or has not yet and will do so. */
  receive(sender: string, content: SignalRead['content']) {
    this.link.receive(sender, content);
  }

  send(kind: TrackKind, track: MediaStreamTrack | null) {
    this.link.send(kind, track);
    this.former?.send(kind, track);
  }

  announce() {
    this.link.announce();
    this.former?.announce();
  }

  tell(to: string, message: CallMessage) {
    const isThere = this.link.views().some((view) => view.attendee.attendeeId === to && hasTold(view));
    (isThere ? this.link : (this.former ?? this.link)).tell(to, message);
  }

  reports(): Promise<LinkReport[]> {
    return this.link.reports();
  }

  adapt(attendeeId: string | null, plan: SendPlan) {
    this.link.adapt(attendeeId, plan);
  }

  enterAnew() {
    this.link.enterAnew();
  }

  hangUp() {
    this.takeFormer()?.hangUp();
    this.link.hangUp();
  }

  close() {
    this.forgetFormer();
    this.link.close();
  }

  private look() {
    const views = this.link.views();
    if (views.length > 0 && views.every(isConnected)) this.left = Math.min(this.left, FAREWELL_MS + LOOK_MS);
    this.left -= LOOK_MS;
    if (this.left <= 0) this.forgetFormer();
    else this.timer = window.setTimeout(() => this.look(), LOOK_MS);
  }

  private forgetFormer() {
    this.takeFormer()?.close();
  }

  /** Its end is heard here, too, and must not find it. */
  private takeFormer(): MediaLink | null {
    const { former } = this;
    window.clearTimeout(this.timer);
    this.former = null;
    return former;
  }
}

function isConnected({ status }: OtherAttendee): boolean {
  return status === 'connected';
}

function hasTold(view: OtherAttendee): boolean {
  return isConnected(view) && view.media !== NO_MEDIA;
}
