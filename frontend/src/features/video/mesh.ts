import type { AttendeeRead, JoinInfo, SignalRead } from '@/api/generated/types.gen';

import type { LinkReport, MediaLink, MediaLinkOptions, OtherAttendee } from './media-link';
import { Peer } from './peer';
import type { CallMessage } from './peer-media';
import type { SendPlan } from './send-plan';
import type { TrackKind } from './sent-tracks';

/** Connects this window to each of the others directly, or through a relay. */
export class Mesh implements MediaLink {
  readonly publisherId = null;
  readonly isCutOff = false;
  private readonly joined: JoinInfo;
  private readonly options: MediaLinkOptions;
  private readonly peers = new Map<string, { peer: Peer; attendee: AttendeeRead }>();
  /** Attendees who hung up; the server may still list them for a while. */
  private readonly hungUp = new Set<string>();

  constructor(joined: JoinInfo, options: MediaLinkOptions) {
    this.joined = joined;
    this.options = options;
  }

  get count(): number {
    return this.peers.size;
  }

  views(): OtherAttendee[] {
    return [...this.peers.values()].map(({ peer, attendee }) => ({ ...peer.view(), attendee }));
  }

  update(attendees: readonly AttendeeRead[], removed: readonly string[]) {
    const there = new Set(attendees.map(({ attendeeId }) => attendeeId));
    for (const attendee of attendees) {
      const { attendeeId } = attendee;
      const isOther = attendeeId !== this.joined.attendee.attendeeId && !this.hungUp.has(attendeeId);
      if (isOther && !this.peers.has(attendeeId)) this.connect(attendee);
    }
    for (const [id, { peer }] of this.peers) {
      // An attendee who has only lost the server can still be connected.
      const isSeen = peer.view().status === 'connected' && !removed.includes(id);
      if (!there.has(id) && !isSeen) this.disconnect(id);
    }
  }

  /** If the other window has started a new connection, this window does so, too. */
  receive(sender: string, content: SignalRead['content']) {
    const found = this.peers.get(sender);
    if (found === undefined) return;
    if (!found.peer.isFromReplacedPeer(content)) {
      found.peer.receive(content);
      return;
    }
    this.disconnect(sender);
    const peer = this.connect(found.attendee);
    if (content.type === 'offer') peer.receive(content);
  }

  send(kind: TrackKind, track: MediaStreamTrack | null) {
    for (const { peer } of this.peers.values()) peer.send(kind, track);
    this.announce();
  }

  announce() {
    for (const { peer } of this.peers.values()) peer.announce(this.options.media());
  }

  tell(to: string, message: CallMessage) {
    this.peers.get(to)?.peer.tell(message);
  }

  async reports(): Promise<LinkReport[]> {
    const connected = [...this.peers].filter(([, { peer }]) => peer.view().status === 'connected');
    return Promise.all(connected.map(async ([attendeeId, { peer }]) => ({ attendeeId, report: await peer.report() })));
  }

  adapt(attendeeId: string | null, plan: SendPlan) {
    if (attendeeId !== null) this.peers.get(attendeeId)?.peer.adapt(plan);
  }

  enterAnew = () => undefined;

  hangUp() {
    for (const { peer } of this.peers.values()) peer.hangUp();
    this.peers.clear();
  }

  close() {
    for (const id of this.peers.keys()) this.disconnect(id);
  }

  private connect(attendee: AttendeeRead): Peer {
    const { attendeeId } = attendee;
    const { iceServers, tracks, media, send, onMessage } = this.options;
    const { iceTransportPolicy } = this.joined.meeting;
    const peer = new Peer({
      offers: this.joined.attendee.attendeeId < attendeeId,
      configuration: () => ({ iceServers: iceServers(), iceTransportPolicy }),
      tracks: tracks(),
      media: media(),
      send: (content) => send(attendeeId, content),
      onChange: () => this.handleChange(attendeeId),
      onMessage: (message) => onMessage(attendee, message),
    });
    this.peers.set(attendeeId, { peer, attendee });
    return peer;
  }

  private handleChange(id: string) {
    const view = this.peers.get(id)?.peer.view();
    if (view?.media.bye === true) {
      this.hungUp.add(id);
      this.disconnect(id);
    } else if (view?.status === 'interrupted') this.options.onInterrupted();
    this.options.onChange();
  }

  private disconnect(id: string) {
    this.peers.get(id)?.peer.close();
    this.peers.delete(id);
  }
}
