/** The one call that this window is in. It continues across pages, so it lives outside the components. */
import type { GuestName, JoinInfo, MeetingState } from '@/api/generated/types.gen';
import { recordActivity } from '@/session/idle';
import { type DeviceKind, watchPermissions } from '@/shared/media/devices';

import { type AttendanceEvents, AttendancePoller } from './attendance-poller';
import type { CallAbout } from './call-about';
import { call } from './call-view';
import type { CallPart } from './call-part';
import { clearCallAbout, type SavedCall, saveCallAbout, takeSavedCall } from './saved-call';
import { Others } from './others';
import { OwnDevices } from './own-devices';
import { partOfUser } from './part-of-user';

class Call {
  private readonly about: CallAbout;
  private readonly part: CallPart;
  private readonly own: OwnDevices;
  private readonly gone = new AbortController();
  private joined: JoinInfo | null = null;
  private others: Others | null = null;
  private poller: AttendancePoller | null = null;
  private state: MeetingState = 'connecting';
  private endReason: string | null = null;
  private knocking: readonly GuestName[] = [];
  private unreachable = false;

  constructor({ about, on }: SavedCall, part: CallPart) {
    this.about = about;
    this.part = part;
    this.own = new OwnDevices(on, (kind) => this.apply(kind));
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
    this.others = this.createOthers(joined);
    this.poller = this.startPolling(joined, this.others);
  }

  /** The user hangs up. */
  end() {
    const { joined, state } = this;
    const isLast = state === 'connected' && this.others?.count === 0;
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
    this.others?.send(kind, this.own.sent(kind));
    this.show();
  }

  private media() {
    return { microphone: this.own.sent('microphone') !== null, camera: this.own.sent('camera') !== null };
  }

  private createOthers(joined: JoinInfo): Others {
    return new Others(joined, {
      tracks: () => ({ microphone: this.own.sent('microphone'), camera: this.own.sent('camera') }),
      media: () => this.media(),
      send: (to, content) => this.poller?.send(to, content),
      onChange: () => this.show(),
      onInterrupted: () => this.poller?.pollSoon(),
    });
  }

  private startPolling(joined: JoinInfo, others: Others): AttendancePoller {
    const events: AttendanceEvents = {
      onAttendance: ({ attendees, removed, knocking }) => {
        others.update(attendees, removed);
        this.knocking = knocking;
        this.state = 'connected';
        this.show();
      },
      onSignal: ({ sender, content }) => others.receive(sender, content),
      isEager: () => others.views().some(({ status }) => status !== 'connected'),
      onReachable: (reached) => this.reach(reached),
      onEnded: (reason) => {
        this.endReason = reason;
        this.release();
        this.part.onEnded();
      },
    };
    return new AttendancePoller(joined, events, this.part.requests.attend);
  }

  private reach(reached: boolean) {
    this.unreachable = !reached;
    // A user in a connected call is not idle.
    if (this.others?.views().some(({ status }) => status === 'connected') === true) recordActivity();
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
    if (current !== this) return;
    clearCallAbout();
    current = null;
    call.setState(null, true);
  }

  /** Releases the devices, the connections, and the place in the meeting. */
  private release() {
    this.state = 'ended';
    this.knocking = [];
    this.unreachable = false;
    this.poller?.stop();
    this.own.release();
    this.others?.hangUp();
    this.show();
  }

  private show() {
    if (current !== this) return;
    const { about, state, endReason, unreachable, knocking, own } = this;
    const others = this.others?.views() ?? [];
    call.setState({ about, state, endReason, unreachable, others, knocking, tracks: own.tracks, on: own.on }, true);
  }
}

let current: Call | null = null;

/** Ignores a failure: the server will time out the attendee. */
function ignoreFailure(call: Promise<unknown>) {
  call.catch(() => undefined);
}

/** Joins the consult's meeting and ends any other call. Rejects if the server refuses. */
export function joinCall(about: CallAbout, on = { microphone: true, camera: true }): Promise<void> {
  const started = joinCallAs(partOfUser(about.consultId), { about, on });
  saveCallAbout(about);
  return started;
}

/** Does the same in the name of someone else. */
export function joinCallAs(part: CallPart, saved: SavedCall): Promise<void> {
  current?.end();
  current = new Call(saved, part);
  return current.start();
}

export function endCall() {
  current?.end();
}

/** Leaves the current call without deleting its meeting. */
export function leaveCall() {
  current?.leave();
}

/** This window's place in the meeting of the current call; null unless it has joined. */
export function currentPlace(): JoinInfo | null {
  return current?.place() ?? null;
}

/** Shows what has just changed in the current call. */
export function refreshCall() {
  current?.refresh();
}

export function turnDevice(kind: DeviceKind, on: boolean) {
  current?.turn(kind, on);
}

/** Switches the call to the device that is now selected. */
export function switchToChosenDevice(kind: DeviceKind) {
  current?.renew(kind);
}

/** The call that a reload interrupted, so that it can be rejoined; null if there is none, or if a call is active. */
export function interruptedCall(): SavedCall | null {
  return current === null ? takeSavedCall() : null;
}
