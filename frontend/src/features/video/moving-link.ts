import type { AttendeeRead, SignalRead } from '@/api/generated/types.gen';

import type { LinkReport, MediaLink, OtherAttendee } from './media-link';
import type { CallMessage } from './peer-media';
import type { SendPlan } from './send-plan';
import type { TrackKind } from './sent-tracks';

/** Windows without a socket learn of a move within one poll; those who are not there by then come too late for the old way. */
const OVERLAP_MS = 12_000;

/**
 * The way of a call, which can change in its middle. The old one goes on beside the new one until everyone is connected over that, so
 * that nobody disappears meanwhile.
 */
export class MovingLink implements MediaLink {
  private link: MediaLink;
  private former: MediaLink | null = null;
  private timer: number | undefined;

  constructor(link: MediaLink) {
    this.link = link;
  }

  /** Goes on over this link from now on. */
  moveTo(link: MediaLink) {
    this.former?.close();
    this.former = this.link;
    this.link = link;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.forgetFormer(), OVERLAP_MS);
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

  views(): OtherAttendee[] {
    const views = this.link.views();
    if (views.length > 0 && views.every(isConnected)) this.forgetFormer();
    const former = this.former?.views().filter(isConnected) ?? [];
    const formerOf = ({ attendee }: OtherAttendee) =>
      former.find((other) => other.attendee.attendeeId === attendee.attendeeId);
    return views.map((view) => (isConnected(view) ? view : (formerOf(view) ?? view)));
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
    const isThere = this.link.views().some((view) => view.attendee.attendeeId === to && isConnected(view));
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
    window.clearTimeout(this.timer);
    this.former?.hangUp();
    this.former = null;
    this.link.hangUp();
  }

  close() {
    this.forgetFormer();
    this.link.close();
  }

  private forgetFormer() {
    window.clearTimeout(this.timer);
    this.former?.close();
    this.former = null;
  }
}

function isConnected({ status }: OtherAttendee): boolean {
  return status === 'connected';
}
