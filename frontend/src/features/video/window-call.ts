import type { IceServer, JoinInfo, MeetingState } from '@/api/generated/types.gen';
import { recordActivity } from '@/session/idle';
import { type DeviceKind, watchPermissions } from '@/shared/media/devices';

import { type AttendanceEvents, AttendancePoller } from './attendance-poller';
import type { CallAbout } from './call-about';
import { clearCallSince } from './call-since';
import { call, NO_NEWS } from './call-view';
import type { CallEvents, CallPart } from './call-part';
import { clearCallAbout, type SavedCall } from './saved-call';
import { type InCall, startInCall } from './in-call';
import { ignoreFailure } from './ignore-failure';
import { linkFor, wayOf } from './link-for';
import type { MediaLinkOptions, OtherAttendee } from './media-link';
import { MovingLink } from './moving-link';
import { OwnDevices } from './own-devices';
import { whoLeft } from './who-left';

/** One call of this window: its place in the meeting, its devices, and its connections. */
export class WindowCall {
  private readonly about: CallAbout;
  private readonly part: CallPart;
  private readonly events: CallEvents;
  private readonly own: OwnDevices;
  private readonly inCall: InCall;
  private readonly gone = new AbortController();
  private joined: JoinInfo | null = null;
  private iceServers: IceServer[] = [];
  private link: MovingLink | null = null;
  private poller: AttendancePoller | null = null;
  private state: MeetingState = 'connecting';
  private endReason: string | null = null;
  private news = NO_NEWS;
  private others: readonly OtherAttendee[] = [];

  constructor({ about, on }: SavedCall, part: CallPart, events: CallEvents) {
    this.events = events;
    this.about = about;
    this.part = part;
    this.own = new OwnDevices(on, (kind) => this.apply(kind));
    this.inCall = startInCall(this.own);
  }

  /** Joins the meeting and requests the devices at the same time, so that other attendees do not wait for them. */
  async start(): Promise<void> {
    const { requests } = this.part;
    this.show();
    this.listen();
    void this.own.open();
    let joined: JoinInfo;
    try {
      joined = await requests.join();
    } catch (failure) {
      if (this.gone.signal.aborted) return;
      this.close();
      throw failure;
    }
    if (this.isOver()) {
      // The user hung up while joining, or left the page.
      ignoreFailure(this.gone.signal.aborted ? requests.hangUp(joined, false) : requests.leave(joined));
      return;
    }
    this.joined = joined;
    this.iceServers = joined.meeting.iceServers;
    const link = await linkFor(joined, this.linkOptions()).catch((failure: unknown) => {
      this.leave();
      throw failure;
    });
    // The user may have hung up, or left the page, while the code for it was loading.
    if (this.isOver()) link.hangUp();
    else this.use(new MovingLink(link), joined);
  }

  /** The user hangs up. */
  end() {
    const { joined, state } = this;
    const isLast = state === 'connected' && this.link?.count === 0;
    this.close();
    if (joined !== null && state !== 'ended') ignoreFailure(this.part.requests.hangUp(joined, isLast));
  }

  /** Leaves a meeting that goes on, even without anyone else. */
  leave() {
    const { joined, state } = this;
    this.close();
    if (joined !== null && state !== 'ended') ignoreFailure(this.part.requests.leave(joined));
  }

  /** The place in the meeting; null before joining and after the end. */
  place(): JoinInfo | null {
    return this.isOver() ? null : this.joined;
  }

  /** Asks the server for what has just changed. */
  refresh() {
    this.poller?.pollSoon();
  }

  turn(kind: DeviceKind, on: boolean) {
    this.own.turn(kind, on);
  }

  renew(kind: DeviceKind) {
    if (this.state !== 'ended') void this.own.renew(kind);
  }

  private listen() {
    const { signal } = this.gone;
    const stops = [
      watchPermissions(),
      ...this.part.follow({
        meetingId: () => this.joined?.meeting.meetingId,
        pollSoon: () => this.poller?.pollSoon(),
        end: () => this.end(),
        close: () => this.close(),
      }),
    ];
    signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
    window.addEventListener('pagehide', () => this.leaveWithPage(), { signal });
  }

  private apply(kind: DeviceKind) {
    this.link?.send(kind, this.own.sent(kind));
    this.show();
  }

  private tracks() {
    return { microphone: this.own.sent('microphone'), camera: this.own.sent('camera'), screen: this.inCall.screen };
  }

  private media() {
    const { microphone, camera } = this.tracks();
    const lacks = this.own.lacks();
    return {
      microphone: microphone !== null,
      camera: camera !== null,
      ...(lacks.length > 0 && { lacks }),
      ...this.inCall.media(),
    };
  }

  private linkOptions(): MediaLinkOptions {
    return {
      iceServers: () => this.iceServers,
      tracks: () => this.tracks(),
      media: () => this.media(),
      send: (to, content) => this.poller?.send(to, content),
      onChange: () => this.show(),
      onMessage: (sender, message) => this.inCall.receive(sender, message),
      onPublishing: () => this.refresh(),
      onInterrupted: () => this.refresh(),
    };
  }

  /** The server has the meeting go on in another way. */
  private async move(link: MovingLink, joined: JoinInfo) {
    const next = await linkFor(joined, this.linkOptions());
    if (this.isOver()) {
      next.close();
      return;
    }
    this.joined = joined;
    link.moveTo(next);
  }

  private use(link: MovingLink, joined: JoinInfo) {
    this.link = link;
    this.inCall.join(joined, link, () => this.poller?.pollSoon());
    const events: AttendanceEvents = {
      onAttendance: async (attendance) => {
        const { attendees, removed, knocking, ringing, iceServers, moved } = attendance;
        this.iceServers = moved?.meeting.iceServers ?? iceServers ?? this.iceServers;
        // If the code for it cannot be loaded, the next answer says so again.
        if (moved !== null) await this.move(link, moved).catch(() => undefined);
        if (this.isOver()) return;
        this.news = { ...this.news, knocking, ringing };
        link.update(attendees, removed);
        this.inCall.attend(attendance);
        this.state = 'connected';
        this.show();
      },
      onSignal: ({ sender, content }) => link.receive(sender, content),
      isEager: () => link.isMoving || link.views().some(({ status }) => status !== 'connected'),
      media: () => this.inCall.report(),
      way: () => wayOf(this.joined ?? joined, link),
      onPublisherTaken: () => link.enterAnew(),
      onReachable: (reached) => this.reach(reached),
      onEnded: (reason) => {
        this.endReason = reason;
        this.release();
        this.part.onEnded();
      },
    };
    this.poller = new AttendancePoller(joined, events, this.part.requests.attend);
  }

  private reach(reached: boolean) {
    this.news = { ...this.news, unreachable: !reached };
    // A user in a connected call is not idle.
    if (this.link?.views().some(({ status }) => status === 'connected') === true) recordActivity();
    this.show();
  }

  private isOver(): boolean {
    return this.state === 'ended';
  }

  /** A reload rejoins the call; a page restored from the back/forward cache shows that its call has ended. */
  private leaveWithPage() {
    if (this.joined !== null && this.state !== 'ended') {
      ignoreFailure(this.part.requests.leave(this.joined));
      this.part.saveInterruption(this.own.on);
    }
    this.release();
  }

  private close() {
    this.release();
    this.gone.abort();
    if (!this.events.isCurrent()) return;
    clearCallAbout();
    clearCallSince();
    this.events.onClosed();
    call.setState(null, true);
  }

  /** Releases the devices, the connections, and the place in the meeting. */
  private release() {
    this.state = 'ended';
    this.news = NO_NEWS;
    this.poller?.stop();
    this.own.release();
    this.inCall.release();
    this.link?.hangUp();
    this.show();
  }

  private show() {
    if (!this.events.isCurrent()) return;
    const { about, state, endReason, own } = this;
    const { tracks, on } = own;
    const others = this.link?.views() ?? [];
    if (state !== 'ended') {
      this.news = { ...this.news, lastLeft: whoLeft(this.others, others, this.news.lastLeft) };
      this.inCall.update(others);
    }
    this.others = others;
    call.setState({ ...this.news, about, state, endReason, others, tracks, on }, true);
  }
}
