import type { AttendeeRead, IceServer, SignalRead } from '@/api/generated/types.gen';

import type { Content, PeerView } from './peer';
import type { CallMessage, PeerMedia } from './peer-media';
import type { SendPlan } from './send-plan';
import type { SentTracks, TrackKind } from './sent-tracks';

export interface OtherAttendee extends PeerView {
  readonly attendee: AttendeeRead;
}

/** The statistics of one connection: to an attendee, or (null) to a server that passes on what this window sends. */
export interface LinkReport {
  readonly attendeeId: string | null;
  readonly report: RTCStatsReport;
}

export interface MediaLinkOptions {
  /** The relays, with the newest credentials. */
  readonly iceServers: () => IceServer[];
  /** The tracks to send to a new attendee. */
  readonly tracks: () => SentTracks;
  readonly media: () => PeerMedia;
  /** Sends a signal through the server. */
  readonly send: (to: string, content: Content) => void;
  readonly onChange: () => void;
  /** Another window asks this one for something. Who it is, the server has said. */
  readonly onMessage: (sender: AttendeeRead, message: CallMessage) => void;
  /** This window publishes at a media server, under a `publisherId` that the others wait for. */
  readonly onPublishing: () => void;
  /** Called when a connection is interrupted; the server may know whether its window is gone. */
  readonly onInterrupted: () => void;
}

/** How this window exchanges audio and video with the other attendees of its meeting: what each provider must do. */
export interface MediaLink {
  /** The number of other attendees. */
  readonly count: number;
  /** What a media server calls what this window publishes there; null without one, and while it publishes nothing. */
  readonly publisherId: number | null;
  views: () => OtherAttendee[];
  /** Connects to new attendees, and disconnects from those who have left. */
  update: (attendees: readonly AttendeeRead[], removed: readonly string[]) => void;
  /** Processes a signal that another window sent through the server. */
  receive: (sender: string, content: SignalRead['content']) => void;
  /** Sends this track to all from now on, or none of this kind. */
  send: (kind: TrackKind, track: MediaStreamTrack | null) => void;
  /** Tells all what this window's state is now. */
  announce: () => void;
  /** Asks one attendee for something; not delivered while there is no connection to them. */
  tell: (to: string, message: CallMessage) => void;
  /** The connections that are up. */
  reports: () => Promise<LinkReport[]>;
  /** Adapts what is sent over one of these connections. */
  adapt: (attendeeId: string | null, plan: SendPlan) => void;
  /** Whether this window does not reach the media server. */
  readonly isCutOff: boolean;
  /** Someone else has reported this window's `publisherId`: it needs another one. */
  enterAnew: () => void;
  hangUp: () => void;
  /** Ends the connections without telling the others, who are in the call with this window in another way. */
  close: () => void;
}
