import { constants } from '@/api/contract/constants.gen';
import { isApiError } from '@/api/errors';
import type { Attend, Attendance, JoinInfo, MediaReport, SentSignal, SignalRead } from '@/api/generated/types.gen';

import { attend, CONFLICT } from './queries';

/** Batches signals that come in quick succession into one call, since ICE candidates come in bursts. */
const BATCH_MS = 50;
const FIRST_RETRY_MS = 1_000;
/** While connecting, polls faster, because without a socket no event announces a new signal. */
const EAGER_POLL_MS = 1_000;
/** What servers of an older build leave out while they are being replaced. */
const NOT_YET = { knocking: [], callbacks: [], ringing: null, iceServers: null, moved: null };
const NOT_SIGNED_IN = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const SESSION_ENDED = 'Your session has ended. Sign in again, then rejoin the call.';
const BAD_REQUEST = 400;

export interface AttendanceEvents {
  /** Called with the current attendees. Signals wait until it is done. */
  onAttendance: (attendance: Attendance) => void | Promise<void>;
  /** Called once for each signal, in its sender's order. */
  onSignal: (signal: SignalRead) => void;
  /** What arrives from the others; null while nobody else is there. */
  media?: () => MediaReport | null;
  /** How this window's audio and video travel. */
  way?: () => Pick<Attend, 'publisherId' | 'mediaGeneration' | 'isCutOff'>;
  /** Someone else has reported what this window publishes. */
  onPublisherTaken?: () => void;
  /** Whether an attendee is not connected yet. */
  isEager: () => boolean;
  /** Called with whether the server responds. */
  onReachable: (reached: boolean) => void;
  /** Called when the meeting has ended or the user no longer has access to it, with the server's message if there is one. */
  onEnded: (reason: string | null) => void;
}

/** Reports this window's attendance, one call at a time, and exchanges signals with the other attendees. */
export class AttendancePoller {
  private readonly joined: JoinInfo;
  private readonly events: AttendanceEvents;
  private readonly attend: typeof attend;
  private unsent: SentSignal[] = [];
  private sent = 0;
  /** Processed signals that have not been acknowledged to the server yet. */
  private processed = new Set<number>();
  private timer: number | undefined;
  private busy = false;
  /** Whether the next turn starts right after the current batch has been collected. */
  private isScheduledEarly = false;
  private pollAgain = false;
  private failures = 0;
  private stopped = false;

  constructor(joined: JoinInfo, events: AttendanceEvents, attendAs = attend) {
    this.joined = joined;
    this.events = events;
    this.attend = attendAs;
    void this.poll();
  }

  send(to: string, content: SentSignal['content']) {
    this.sent += 1;
    this.unsent.push({ number: this.sent, to, content });
    this.pollSoon();
  }

  /** Starts the next turn early, because there is something to fetch or to send. */
  pollSoon() {
    if (this.stopped) return;
    if (this.busy) {
      this.pollAgain = true;
      return;
    }
    // After a failure, the backoff applies however much there is to send.
    if (this.failures > 0 || this.isScheduledEarly) return;
    this.isScheduledEarly = true;
    this.schedule(BATCH_MS);
  }

  stop() {
    this.stopped = true;
    window.clearTimeout(this.timer);
  }

  private schedule(pause: number) {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.poll(), pause);
  }

  private async poll() {
    this.busy = true;
    this.isScheduledEarly = false;
    this.pollAgain = false;
    const signals = this.unsent.slice(0, constants.MAX_SIGNALS);
    const processed = [...this.processed];
    const attendance = await this.attend(this.joined, { heard: processed, signals, ...this.reported() }).catch(
      (failure: unknown) => this.fail(failure),
    );
    if (this.stopped) return;
    try {
      if (attendance !== null) {
        this.failures = 0;
        this.unsent = this.unsent.slice(signals.length);
        await this.process({ ...NOT_YET, ...attendance });
        for (const id of processed) this.processed.delete(id);
      }
    } catch (defect) {
      // A listener that throws must not end this window's attendance.
      console.error('A video call failed to process a response.', defect);
    }
    this.busy = false;
    this.next();
  }

  private reported(): Partial<Attend> {
    const media = this.events.media?.() ?? null;
    return { ...this.events.way?.(), ...(media !== null && { media }) };
  }

  private fail(failure: unknown): null {
    if (this.stopped) return null;
    if (isApiError(failure, NOT_SIGNED_IN)) this.end(SESSION_ENDED);
    else if (isApiError(failure, FORBIDDEN)) this.end(failure.message);
    else if (isApiError(failure, NOT_FOUND)) this.end(null);
    if (this.isStopped()) return null;
    if (isApiError(failure, CONFLICT)) {
      this.events.onPublisherTaken?.();
      return null;
    }
    // The server would reject these signals again; the connections will send new ones.
    if (isApiError(failure, BAD_REQUEST)) this.unsent = [];
    this.failures += 1;
    this.events.onReachable(false);
    return null;
  }

  private next() {
    if (this.stopped) return;
    if (this.failures > 0) this.schedule(Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), constants.ATTEND_MS));
    else if (this.pollAgain || this.unsent.length > 0) this.schedule(BATCH_MS);
    else this.schedule(this.events.isEager() ? EAGER_POLL_MS : constants.ATTEND_MS);
  }

  private async process(attendance: Attendance) {
    if (attendance.state === 'ended') {
      this.end(null);
      return;
    }
    this.events.onReachable(true);
    await this.events.onAttendance(attendance);
    if (this.stopped) return;
    for (const signal of attendance.signals) {
      if (this.processed.has(signal.id)) continue;
      this.processed.add(signal.id);
      this.pollAgain = true;
      this.events.onSignal(signal);
    }
  }

  private isStopped(): boolean {
    return this.stopped;
  }

  private end(reason: string | null) {
    this.stop();
    this.events.onEnded(reason);
  }
}
