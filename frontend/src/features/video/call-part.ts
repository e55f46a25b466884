import type { MeetingRequests } from './queries';
import type { SavedCall } from './saved-call';

/** What can happen to a call from outside. */
export interface FollowingCall {
  /** Undefined until it has joined. */
  readonly meetingId: () => string | undefined;
  /** There may be something to fetch. */
  readonly pollSoon: () => void;
  readonly end: () => void;
  /** Ends it without a request. */
  readonly close: () => void;
}

/** In whose name a window takes part in a call. */
export interface CallPart {
  readonly requests: MeetingRequests;
  /** Follows what concerns the call; returns functions that stop following. */
  readonly follow: (call: FollowingCall) => (() => void)[];
  /** The page is unloaded in the middle of the call. */
  readonly saveInterruption: (on: SavedCall['on']) => void;
  /** The meeting has ended, or this window no longer has access to it. */
  readonly onEnded: () => void;
}

export interface CallEvents {
  /** Whether this is the call that the window shows. */
  readonly isCurrent: () => boolean;
  /** It is over, and no longer shown. */
  readonly onClosed: () => void;
}
