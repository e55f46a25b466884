import { constants } from '@/api/contract/constants.gen';
import { isApiError } from '@/api/errors';
import type { Attendance, JoinInfo, SentSignal, SignalRead } from '@/api/generated/types.gen';

import { attend } from './queries';

/** What comes close together is one call; ways to a browser are found in bursts. */
const GATHERING = 50;
const FIRST_PAUSE = 1_000;
/** Without a socket nobody tells that an answer is there, which others wait for. */
const EAGER_PAUSE = 1_000;
const NOT_SIGNED_IN = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const SIGN_IN_AGAIN = 'Your session has ended. Please sign in again, and then join the call again.';
const BAD_REQUEST = 400;

export interface AttendingEvents {
  /** Who is there now. */
  onAttendance: (attendance: Attendance) => void;
  /** Each once, in the order of its sender. */
  onSignal: (signal: SignalRead) => void;
  /** Whether somebody is there to whom there is no connection yet. */
  isEager: () => boolean;
  /** Whether the server answers. */
  onReach: (reached: boolean) => void;
  /** The meeting has ended, or is not the user's any more; then the server's words for it, if it has some. */
  onEnded: (because: string | null) => void;
}

/** Keeps saying that this window is in the meeting, one call at a time, and carries signals both ways. */
export class Attending {
  private readonly joined: JoinInfo;
  private readonly events: AttendingEvents;
  private unsent: SentSignal[] = [];
  private sent = 0;
  /** Signals that have been dealt with, until the server knows that they have. */
  private heard = new Set<number>();
  private timer: number | undefined;
  private busy = false;
  /** The next turn begins as soon as what comes close together has been gathered. */
  private hurried = false;
  private wanted = false;
  private failures = 0;
  private stopped = false;

  constructor(joined: JoinInfo, events: AttendingEvents) {
    this.joined = joined;
    this.events = events;
    void this.turn();
  }

  send(to: string, content: SentSignal['content']) {
    this.sent += 1;
    this.unsent.push({ number: this.sent, to, content });
    this.soon();
  }

  /** Something is there to be fetched, or to be sent. */
  soon() {
    if (this.stopped) return;
    if (this.busy) {
      this.wanted = true;
      return;
    }
    // After a failure the next turn keeps its time, however much there is to say.
    if (this.failures > 0 || this.hurried) return;
    this.hurried = true;
    this.schedule(GATHERING);
  }

  stop() {
    this.stopped = true;
    window.clearTimeout(this.timer);
  }

  private schedule(pause: number) {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.turn(), pause);
  }

  private async turn() {
    this.busy = true;
    this.hurried = false;
    this.wanted = false;
    const signals = this.unsent.slice(0, constants.MOST_SIGNALS);
    const heard = [...this.heard];
    const attendance = await attend(this.joined, { heard, signals }).catch((failure: unknown) => this.fail(failure));
    this.busy = false;
    if (this.stopped) return;
    try {
      if (attendance !== null) {
        this.failures = 0;
        this.unsent = this.unsent.slice(signals.length);
        this.take(attendance);
        for (const id of heard) this.heard.delete(id);
      }
    } catch (defect) {
      // Whatever a listener fails at, this window is still there.
      console.error('A call could not follow what it was told.', defect);
    }
    this.next();
  }

  private fail(failure: unknown): null {
    if (this.stopped) return null;
    if (isApiError(failure, NOT_SIGNED_IN)) this.end(SIGN_IN_AGAIN);
    else if (isApiError(failure, FORBIDDEN)) this.end(failure.message);
    else if (isApiError(failure, NOT_FOUND)) this.end(null);
    if (this.isStopped()) return null;
    // What the server does not take it would not take later either; the connections find other words.
    if (isApiError(failure, BAD_REQUEST)) this.unsent = [];
    this.failures += 1;
    this.events.onReach(false);
    return null;
  }

  private next() {
    if (this.stopped) return;
    if (this.failures > 0) this.schedule(Math.min(FIRST_PAUSE * 2 ** (this.failures - 1), constants.ATTEND_MS));
    else if (this.wanted || this.unsent.length > 0) this.schedule(GATHERING);
    else this.schedule(this.events.isEager() ? EAGER_PAUSE : constants.ATTEND_MS);
  }

  private take(attendance: Attendance) {
    if (attendance.state === 'ended') {
      this.end(null);
      return;
    }
    this.events.onReach(true);
    this.events.onAttendance(attendance);
    for (const signal of attendance.signals) {
      if (this.heard.has(signal.id)) continue;
      this.heard.add(signal.id);
      this.wanted = true;
      this.events.onSignal(signal);
    }
  }

  private isStopped(): boolean {
    return this.stopped;
  }

  private end(because: string | null) {
    this.stop();
    this.events.onEnded(because);
  }
}
