/** Whether sound and picture of the others arrive at this window: what the server is told of it, and what the user is. */
import { createStore } from 'zustand/vanilla';

import type { Attendance, MediaProblem, MediaReport } from '@/api/generated/types.gen';

import { attendeeName } from './attendee-name';
import type { OtherAttendee } from './media-link';
import { callQuality, callRoute } from './quality-monitor';

/** Someone with whom sound and picture do not work, and where to call them instead. */
export interface Trouble {
  readonly attendeeId: string;
  readonly name: string;
  /** Nothing arrives from them, or nothing arrives there. */
  readonly side: 'here' | 'there';
  readonly problem: MediaProblem;
  /** Null if none is known. */
  readonly phoneNumber: string | null;
}

export const troubles = createStore<readonly Trouble[]>(() => []);

/** How long a connection may take to bring something. */
export const FLOWS_WITHIN_MS = 5_000;
/** A connection that is interrupted usually comes back by itself; it took seconds to notice. */
export const LOST_AFTER_MS = 5_000;
const LOOK_MS = 1_000;

interface Watched {
  readonly since: number;
  /** Since when it is connected to one who says that they send; null while it is not. */
  readonly sentSince: number | null;
  readonly hasArrived: boolean;
  /** Since when it is interrupted; null while it is not. */
  readonly downSince: number | null;
}

export interface MediaWatchOptions {
  readonly others: () => readonly OtherAttendee[];
  /** Whether anything has arrived over the connection to this attendee. */
  readonly hasArrived: (attendeeId: string) => boolean;
  /** There is something to tell the server at once. */
  readonly onProblem: () => void;
}

export class MediaWatch {
  private readonly options: MediaWatchOptions;
  private readonly timer: number;
  private watched = new Map<string, Watched>();
  private problems = new Map<string, MediaProblem>();

  constructor(options: MediaWatchOptions) {
    this.options = options;
    this.timer = window.setInterval(() => this.look(performance.now()), LOOK_MS);
    troubles.setState([], true);
  }

  stop() {
    window.clearInterval(this.timer);
    troubles.setState([], true);
  }

  /** For the server; null while nobody else is there. */
  report(): MediaReport | null {
    if (this.watched.size === 0) return null;
    const route = callRoute();
    const { sending, receiving } = callQuality.getState();
    const levels = [sending, ...Object.values(receiving)].map((quality) => quality?.level);
    return {
      flowing: [...this.watched.values()].some(({ hasArrived }) => hasArrived),
      problems: [...this.problems].map(([attendeeId, problem]) => ({ attendeeId, problem })),
      quality: (['poor', 'fair', 'good'] as const).find((level) => levels.includes(level)) ?? null,
      isRelayed: route === null ? null : route === 'relay',
    };
  }

  /** Tells the user what is known here, and what the server says of what the others get from this window. */
  attend({ attendees, callbacks }: Pick<Attendance, 'attendees' | 'callbacks'>) {
    const found = attendees.flatMap((attendee): Trouble[] => {
      const { attendeeId } = attendee;
      const callback = callbacks.find((each) => each.attendeeId === attendeeId);
      const own = this.problems.get(attendeeId);
      const problem = own ?? callback?.problem;
      // What the server says of this window's own reports is out of date once they have changed.
      if (problem === undefined || (own === undefined && callback?.isHere === true)) return [];
      const side = own === undefined ? 'there' : 'here';
      return [{ attendeeId, name: attendeeName(attendee), side, problem, phoneNumber: callback?.phoneNumber ?? null }];
    });
    troubles.setState(found, true);
  }

  /** `now` is in milliseconds, of a clock that is never set. */
  look(now: number) {
    const others = this.options.others();
    this.watched = new Map(others.map((other) => [other.attendee.attendeeId, this.watch(other, now)]));
    const before = [...this.problems].join();
    const found = others.flatMap((other) => {
      const problem = this.problemOf(other, now);
      return problem === null ? [] : [[other.attendee.attendeeId, problem] as const];
    });
    this.problems = new Map(found);
    if ([...this.problems].join() !== before) this.options.onProblem();
  }

  private watch({ attendee: { attendeeId }, status, media }: OtherAttendee, now: number): Watched {
    const known = this.watched.get(attendeeId);
    // Something had arrived, but over another connection: the call has moved, or their window has connected anew.
    const isNew = known === undefined || (status === 'connecting' && known.hasArrived);
    const before = isNew ? { since: now, sentSince: null, hasArrived: false, downSince: null } : known;
    // Whoever has turned everything off sends nothing.
    const isSent = status === 'connected' && (media.microphone || media.camera);
    return {
      since: before.since,
      sentSince: isSent ? (before.sentSince ?? now) : null,
      // What was measured last may be of the connection before.
      hasArrived: before.hasArrived || (status === 'connected' && this.options.hasArrived(attendeeId)),
      downSince: status === 'interrupted' ? (before.downSince ?? now) : null,
    };
  }

  private problemOf({ attendee, status }: OtherAttendee, now: number): MediaProblem | null {
    const watched = this.watched.get(attendee.attendeeId);
    if (watched === undefined) return null;
    const { since, sentSince, hasArrived, downSince } = watched;
    if (downSince !== null) return now - downSince >= LOST_AFTER_MS ? 'connectionLost' : null;
    if (hasArrived) return null;
    if (status !== 'connected') return now - since >= FLOWS_WITHIN_MS ? 'noConnection' : null;
    return sentSince !== null && now - sentSince >= FLOWS_WITHIN_MS ? 'noMedia' : null;
  }
}
