import type { AttendeeRead, SignalRead } from '@/api/generated/types.gen';
import type { DeviceKind, Tracks } from '@/shared/media/devices';

import type { Content, PeerMedia, PeerView } from './peer';

export interface OtherAttendee extends PeerView {
  readonly attendee: AttendeeRead;
}

export interface MediaLinkOptions {
  /** The tracks to send to a new attendee. */
  readonly tracks: () => Tracks;
  readonly media: () => PeerMedia;
  /** Sends a signal through the server. */
  readonly send: (to: string, content: Content) => void;
  readonly onChange: () => void;
  /** Called when a connection is interrupted; the server may know whether its window is gone. */
  readonly onInterrupted: () => void;
}

/** How this window exchanges audio and video with the other attendees of its meeting: what each provider must do. */
export interface MediaLink {
  /** The number of other attendees. */
  readonly count: number;
  views: () => OtherAttendee[];
  /** Connects to new attendees, and disconnects from those who have left. */
  update: (attendees: readonly AttendeeRead[], removed: readonly string[]) => void;
  /** Processes a signal that another window sent through the server. */
  receive: (sender: string, content: SignalRead['content']) => void;
  /** Sends this track to all from now on, or none of this kind. */
  send: (kind: DeviceKind, track: MediaStreamTrack | null) => void;
  hangUp: () => void;
}
