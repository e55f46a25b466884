/** The one call that this window is in. It goes on whatever page is shown, so that it lives outside of the components. */
import type { AttendeeRead, JoinInfo } from '@/api/generated/types.gen';
import { onEvent } from '@/api/socket';
import { stillHere } from '@/session/idle';
import { session } from '@/session/state';
import { ExternalStore } from '@/shared/lib/external-store';
import { type DeviceKind, type Tracks, watchPermissions } from '@/shared/media/devices';

import { Attending } from './attending';
import type { CallAbout } from './call-about';
import { forgetCall, keepCall, takeKeptCall } from './kept-call';
import { OwnDevices } from './own-devices';
import { Peer, type PeerView } from './peer';
import { join, leave, leaveAsLast } from './queries';

export interface OtherAttendee extends PeerView {
  readonly attendee: AttendeeRead;
}

export interface CallView {
  readonly about: CallAbout;
  readonly state: 'connecting' | 'connected' | 'ended';
  /** The server does not answer; sound and pictures may go on. */
  readonly outOfReach: boolean;
  readonly others: readonly OtherAttendee[];
  readonly tracks: Tracks;
  readonly on: Readonly<Record<DeviceKind, boolean>>;
}

export const call = new ExternalStore<CallView | null>(null);

class Call {
  private readonly about: CallAbout;
  private readonly own = new OwnDevices((kind) => this.apply(kind));
  private readonly peers = new Map<string, { peer: Peer; attendee: AttendeeRead }>();
  private readonly gone = new AbortController();
  private joined: JoinInfo | null = null;
  private attending: Attending | null = null;
  private state: CallView['state'] = 'connecting';
  private outOfReach = false;

  constructor(about: CallAbout) {
    this.about = about;
  }

  /** Joins, and asks for the devices meanwhile: whoever waits is not kept waiting for them. */
  async start(): Promise<void> {
    const { consultId } = this.about;
    this.show();
    this.listen();
    void this.own.open();
    let joined: JoinInfo;
    try {
      joined = await join(consultId);
    } catch (failure) {
      this.close();
      throw failure;
    }
    if (this.gone.signal.aborted) {
      // Hung up while the server let it in.
      quietly(leave(joined));
      return;
    }
    this.joined = joined;
    keepCall(this.about);
    this.attending = new Attending(joined, {
      onAttendance: ({ attendees }) => this.meet(joined, attendees),
      onSignal: ({ sender, content }) => this.peers.get(sender)?.peer.receive(content),
      onReach: (reached) => this.reach(reached),
      onEnded: () => this.disconnect(),
    });
  }

  /** The user's own end of it. */
  end() {
    const { joined, state } = this;
    const isLast = state === 'connected' && this.peers.size === 0;
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
      session.subscribe(() => {
        if (session.get() === null) this.close();
      }),
    ];
    signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
    window.addEventListener('pagehide', () => this.leaveWithPage(), { signal });
  }

  private apply(kind: DeviceKind) {
    for (const { peer } of this.peers.values()) {
      peer.send(kind, this.own.sent(kind));
      peer.say(this.says());
    }
    this.show();
  }

  private says() {
    return { microphone: this.own.sent('microphone') !== null, camera: this.own.sent('camera') !== null };
  }

  private meet(joined: JoinInfo, attendees: readonly AttendeeRead[]) {
    const there = new Set(attendees.map(({ attendeeId }) => attendeeId));
    for (const attendee of attendees) {
      const { attendeeId } = attendee;
      if (attendeeId !== joined.attendee.attendeeId && !this.peers.has(attendeeId)) this.connect(joined, attendee);
    }
    for (const [id, { peer }] of this.peers) {
      // Who is only out of the server's reach may still be seen and heard.
      if (!there.has(id) && peer.view().status !== 'connected') this.part(id);
    }
    // Nobody signs out whom somebody is looking at.
    if (this.peers.size > 0) stillHere();
    this.state = 'connected';
    this.show();
  }

  private connect(joined: JoinInfo, attendee: AttendeeRead) {
    const { attendeeId } = attendee;
    const peer = new Peer({
      offers: joined.attendee.attendeeId < attendeeId,
      iceServers: joined.meeting.iceServers,
      tracks: { microphone: this.own.sent('microphone'), camera: this.own.sent('camera') },
      says: this.says(),
      send: (content) => this.attending?.send(attendeeId, content),
      onChange: () => this.follow(attendeeId),
    });
    this.peers.set(attendeeId, { peer, attendee });
  }

  private follow(id: string) {
    const view = this.peers.get(id)?.peer.view();
    if (view?.says.bye === true) this.part(id);
    else if (view?.status === 'interrupted') this.attending?.soon();
    this.show();
  }

  private part(id: string) {
    this.peers.get(id)?.peer.close();
    this.peers.delete(id);
  }

  private reach(reached: boolean) {
    this.outOfReach = !reached;
    this.show();
  }

  /** Somebody else, or the server, has ended it. */
  private disconnect() {
    this.release();
    forgetCall();
  }

  /** What a reload cuts off it joins again; a page that comes back otherwise says that its call is over. */
  private leaveWithPage() {
    if (this.joined !== null && this.state !== 'ended') quietly(leave(this.joined));
    this.release();
  }

  private close() {
    this.release();
    this.gone.abort();
    forgetCall();
    if (current !== this) return;
    current = null;
    call.set(null);
  }

  /** Gives back what it holds: the devices, the connections, the place in the meeting. */
  private release() {
    this.state = 'ended';
    this.outOfReach = false;
    this.attending?.stop();
    this.own.release();
    for (const { peer } of this.peers.values()) peer.hangUp();
    this.peers.clear();
    this.show();
  }

  private show() {
    if (current !== this) return;
    const { about, state, outOfReach, own } = this;
    const others = [...this.peers.values()].map(({ peer, attendee }) => ({ ...peer.view(), attendee }));
    call.set({ about, state, outOfReach, others, tracks: own.tracks, on: own.on });
  }
}

let current: Call | null = null;

/** What the server does not learn now it finds out by itself. */
function quietly(call: Promise<unknown>) {
  call.catch(() => undefined);
}

/** Joins the consult's meeting, in the place of any other call. Rejects where the server does not let one in. */
export function joinCall(about: CallAbout): Promise<void> {
  current?.end();
  current = new Call(about);
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

/** Joins again after the page was loaded anew in the middle of a call. */
export function resumeCall() {
  if (current !== null) return;
  const about = takeKeptCall();
  if (about !== null) quietly(joinCall(about));
}
