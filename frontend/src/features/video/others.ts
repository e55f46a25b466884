import type { AttendeeRead, JoinInfo, SignalRead } from '@/api/generated/types.gen';
import type { DeviceKind, Tracks } from '@/shared/media/devices';

import { type Content, Peer, type PeerSays, type PeerView } from './peer';

export interface OtherAttendee extends PeerView {
  readonly attendee: AttendeeRead;
}

export interface OthersOptions {
  /** What is sent to who comes. */
  readonly tracks: () => Tracks;
  readonly says: () => PeerSays;
  readonly send: (to: string, content: Content) => void;
  readonly onChange: () => void;
  /** A connection has gone; whether its window has as well, the server may know. */
  readonly onInterrupted: () => void;
}

/** Everybody else in the meeting, and the connection to each. */
export class Others {
  private readonly joined: JoinInfo;
  private readonly options: OthersOptions;
  private readonly peers = new Map<string, { peer: Peer; attendee: AttendeeRead }>();
  /** Who hung up; the server may name them for a while yet. */
  private readonly hungUp = new Set<string>();

  constructor(joined: JoinInfo, options: OthersOptions) {
    this.joined = joined;
    this.options = options;
  }

  get count(): number {
    return this.peers.size;
  }

  views(): OtherAttendee[] {
    return [...this.peers.values()].map(({ peer, attendee }) => ({ ...peer.view(), attendee }));
  }

  /** Connects to who is new, and lets go of who is not there any more. */
  meet(attendees: readonly AttendeeRead[], removed: readonly string[]) {
    const there = new Set(attendees.map(({ attendeeId }) => attendeeId));
    for (const attendee of attendees) {
      const { attendeeId } = attendee;
      const isOther = attendeeId !== this.joined.attendee.attendeeId && !this.hungUp.has(attendeeId);
      if (isOther && !this.peers.has(attendeeId)) this.connect(attendee);
    }
    for (const [id, { peer }] of this.peers) {
      // Who is only out of the server's reach may still be seen and heard.
      const isSeen = peer.view().status === 'connected' && !removed.includes(id);
      if (!there.has(id) && !isSeen) this.part(id);
    }
  }

  /** A window that closed its connection starts a new one, and so does this window. */
  hear(sender: string, content: SignalRead['content']) {
    const found = this.peers.get(sender);
    if (found === undefined) return;
    if (!found.peer.isStrange(content)) {
      found.peer.receive(content);
      return;
    }
    this.part(sender);
    const peer = this.connect(found.attendee);
    if (content.type === 'offer') peer.receive(content);
  }

  send(kind: DeviceKind, track: MediaStreamTrack | null) {
    for (const { peer } of this.peers.values()) {
      peer.send(kind, track);
      peer.say(this.options.says());
    }
  }

  hangUp() {
    for (const { peer } of this.peers.values()) peer.hangUp();
    this.peers.clear();
  }

  private connect(attendee: AttendeeRead): Peer {
    const { attendeeId } = attendee;
    const { tracks, says, send } = this.options;
    const peer = new Peer({
      offers: this.joined.attendee.attendeeId < attendeeId,
      iceServers: this.joined.meeting.iceServers,
      tracks: tracks(),
      says: says(),
      send: (content) => send(attendeeId, content),
      onChange: () => this.follow(attendeeId),
    });
    this.peers.set(attendeeId, { peer, attendee });
    return peer;
  }

  private follow(id: string) {
    const view = this.peers.get(id)?.peer.view();
    if (view?.says.bye === true) {
      this.hungUp.add(id);
      this.part(id);
    } else if (view?.status === 'interrupted') this.options.onInterrupted();
    this.options.onChange();
  }

  private part(id: string) {
    this.peers.get(id)?.peer.close();
    this.peers.delete(id);
  }
}
