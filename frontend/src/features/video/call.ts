/** The one call that this window is in. It goes on whatever page is shown, so that it lives outside of the components. */
import type { JoinInfo, MeetingState } from '@/api/generated/types.gen';
import { connection, onEvent } from '@/api/socket';
import { recordActivity } from '@/session/idle';
import { session, signedOut } from '@/session/state';
import { type DeviceKind, watchPermissions } from '@/shared/media/devices';

import { Attending } from './attending';
import type { CallAbout } from './call-about';
import { call } from './call-view';
import { forgetCall, keepCall, type KeptCall, noteCall, takeKeptCall } from './kept-call';
import { Others } from './others';
import { OwnDevices } from './own-devices';
import { join, leave, leaveAsLast } from './queries';

class Call {
  private readonly about: CallAbout;
  private readonly own: OwnDevices;
  private readonly gone = new AbortController();
  private joined: JoinInfo | null = null;
  private others: Others | null = null;
  private attending: Attending | null = null;
  private state: MeetingState = 'connecting';
  private endedBecause: string | null = null;
  private outOfReach = false;

  constructor({ about, on }: KeptCall) {
    this.about = about;
    this.own = new OwnDevices(on, (kind) => this.apply(kind));
  }

  /** Joins, and requests the devices at the same time, so that others in the call do not wait for them. */
  async start(): Promise<void> {
    const { consultId } = this.about;
    this.show();
    this.listen();
    void this.own.open();
    let joined: JoinInfo;
    try {
      joined = await join(consultId);
    } catch (failure) {
      if (this.gone.signal.aborted) return;
      this.close();
      throw failure;
    }
    if (this.isOver()) {
      // Hung up while the server let it in.
      quietly(leave(joined));
      return;
    }
    this.joined = joined;
    this.others = this.meet(joined);
    this.attending = this.attend(joined, this.others);
  }

  /** The user's own end of it. */
  end() {
    const { joined, state } = this;
    const isLast = state === 'connected' && this.others?.count === 0;
    this.close();
    if (joined !== null && state !== 'ended')
      quietly(isLast ? leaveAsLast(joined, this.about.consultId) : leave(joined));
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
      onEvent('meeting:signalled', ({ meetingId }) => {
        if (meetingId === this.joined?.meeting.meetingId) this.attending?.soon();
      }),
      onEvent('consult:meeting-changed', ({ consultId }) => {
        if (consultId === this.about.consultId) this.attending?.soon();
      }),
      // Both may mean that a right was taken.
      onEvent('user:updated', () => this.attending?.soon()),
      connection.subscribe(() => {
        if (connection.getState().status === 'lost') this.attending?.soon();
      }),
      // Before the token goes, so that the others are told.
      signedOut.subscribe(() => {
        if (signedOut.getState() !== null) this.end();
      }),
      session.subscribe(() => {
        if (session.getState() === null) this.close();
      }),
    ];
    signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
    window.addEventListener('pagehide', () => this.leaveWithPage(), { signal });
  }

  private apply(kind: DeviceKind) {
    this.others?.send(kind, this.own.sent(kind));
    this.show();
  }

  private says() {
    return { microphone: this.own.sent('microphone') !== null, camera: this.own.sent('camera') !== null };
  }

  private meet(joined: JoinInfo): Others {
    return new Others(joined, {
      tracks: () => ({ microphone: this.own.sent('microphone'), camera: this.own.sent('camera') }),
      says: () => this.says(),
      send: (to, content) => this.attending?.send(to, content),
      onChange: () => this.show(),
      onInterrupted: () => this.attending?.soon(),
    });
  }

  private attend(joined: JoinInfo, others: Others): Attending {
    return new Attending(joined, {
      onAttendance: ({ attendees, removed }) => {
        others.meet(attendees, removed);
        this.state = 'connected';
        this.show();
      },
      onSignal: ({ sender, content }) => others.hear(sender, content),
      isEager: () => others.views().some(({ status }) => status !== 'connected'),
      onReach: (reached) => this.reach(reached),
      onEnded: (because) => {
        this.endedBecause = because;
        this.release();
      },
    });
  }

  private reach(reached: boolean) {
    this.outOfReach = !reached;
    // Nobody is signed out for idling whom somebody sees and hears.
    if (this.others?.views().some(({ status }) => status === 'connected') === true) recordActivity();
    this.show();
  }

  private isOver(): boolean {
    return this.state === 'ended';
  }

  /** What a reload cuts off it joins again; a page that comes back otherwise says that its call is over. */
  private leaveWithPage() {
    if (this.joined !== null && this.state !== 'ended') {
      quietly(leave(this.joined));
      keepCall(this.own.on);
    }
    this.release();
  }

  private close() {
    this.release();
    this.gone.abort();
    if (current !== this) return;
    forgetCall();
    current = null;
    call.setState(null, true);
  }

  /** Gives back what it holds: the devices, the connections, the place in the meeting. */
  private release() {
    this.state = 'ended';
    this.outOfReach = false;
    this.attending?.stop();
    this.own.release();
    this.others?.hangUp();
    this.show();
  }

  private show() {
    if (current !== this) return;
    const { about, state, endedBecause, outOfReach, own } = this;
    const others = this.others?.views() ?? [];
    call.setState({ about, state, endedBecause, outOfReach, others, tracks: own.tracks, on: own.on }, true);
  }
}

let current: Call | null = null;

/** What the server does not learn now it finds out by itself. */
function quietly(call: Promise<unknown>) {
  call.catch(() => undefined);
}

/** Joins the consult's meeting, in the place of any other call. Rejects where the server does not let one in. */
export function joinCall(about: CallAbout, on = { microphone: true, camera: true }): Promise<void> {
  current?.end();
  current = new Call({ about, on });
  noteCall(about);
  return current.start();
}

export function endCall() {
  current?.end();
}

export function turnDevice(kind: DeviceKind, on: boolean) {
  current?.turn(kind, on);
}

/** Has the call take the device that is chosen now. */
export function takeChosenDevice(kind: DeviceKind) {
  current?.renew(kind);
}

/** The call that a reload has cut off, to be joined again; null while there is one. */
export function cutOffCall(): KeptCall | null {
  return current === null ? takeKeptCall() : null;
}
