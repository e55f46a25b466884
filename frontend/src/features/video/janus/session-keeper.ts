import { constants } from '@/api/contract/constants.gen';

import { JanusSession, type Opening, SessionOver } from './janus-session';

/** Between attempts to take up a session again, doubling, as between those to reach our own server. */
const FIRST_RETRY_MS = 1_000;
const START_AGAIN_MS = 1_000;
/** A server that restarts may be back by then. */
const CUT_OFF_MS = 3_000;
/** For so long Janus keeps a session whose socket is lost (`reclaim_session_timeout`). */
const KEPT_MS = 30_000;

export interface SessionKeeperEvents {
  /** A new session. Another one is opened if this rejects. */
  readonly onOpen: (session: JanusSession) => Promise<void>;
  /** The session is over, with all that it had. */
  readonly onOver: () => void;
}

/** Keeps a session with Janus: takes it up again when its socket is lost, and opens a new one when it is over. */
export class SessionKeeper {
  private readonly url: string;
  private readonly configuration: () => RTCConfiguration;
  private readonly events: SessionKeeperEvents;
  private session: JanusSession | null = null;
  private opening: Opening | null = null;
  private closed = false;
  private timer: number | undefined;
  /** Counts sessions, so that one that opens too late is not used. */
  private attempt = 0;
  /** Counts reclaims of sessions, of which only the last one matters, and those that failed in a row. */
  private reclaims = 0;
  private failures = 0;
  private lostAt: number | null = performance.now();

  constructor(url: string, configuration: () => RTCConfiguration, events: SessionKeeperEvents) {
    this.url = url;
    this.configuration = configuration;
    this.events = events;
    this.open();
  }

  /** Null while there is none. */
  get current(): JanusSession | null {
    return this.session;
  }

  /** Whether Janus cannot be reached for longer than an instant. */
  get isCutOff(): boolean {
    return this.lostAt !== null && performance.now() - this.lostAt >= CUT_OFF_MS;
  }

  /** Ends the session, and opens another one after a pause. */
  renew(attempt = this.attempt) {
    if (this.closed || attempt !== this.attempt) return;
    this.release();
    this.lostAt ??= performance.now();
    // Whatever is still being opened comes too late.
    this.attempt += 1;
    this.events.onOver();
    this.after(START_AGAIN_MS, () => this.open());
  }

  /** Continues over a new socket; the connections may have survived the old one. */
  reclaim(attempt = this.attempt) {
    const { session } = this;
    if (session === null || this.closed || attempt !== this.attempt) return;
    window.clearTimeout(this.timer);
    this.lostAt ??= performance.now();
    this.reclaims += 1;
    const { reclaims } = this;
    const unlessOutdated = (then: () => void) => {
      if (session === this.session && reclaims === this.reclaims) then();
    };
    session.reclaim().then(
      () => unlessOutdated(() => this.found()),
      (reason: unknown) => unlessOutdated(() => this.missed(reason instanceof SessionOver)),
    );
  }

  /** For good. */
  close() {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.release();
  }

  private release() {
    this.opening?.retire();
    this.opening = null;
    this.session?.close();
    this.session = null;
  }

  private open() {
    this.attempt += 1;
    const { attempt } = this;
    this.opening = JanusSession.open(this.url, this.configuration, () => this.reclaim(attempt));
    this.opening.session
      .then((session) => {
        if (this.closed || attempt !== this.attempt) {
          session.close();
          return undefined;
        }
        this.opening = null;
        this.session = session;
        this.found();
        return this.events.onOpen(session);
      })
      .catch(() => this.renew(attempt));
  }

  private found() {
    this.failures = 0;
    this.lostAt = null;
  }

  private missed(isOver: boolean) {
    if (isOver || performance.now() - (this.lostAt ?? 0) > KEPT_MS) {
      this.renew();
      return;
    }
    const pause = Math.min(FIRST_RETRY_MS * 2 ** this.failures, constants.ATTEND_MS);
    this.failures += 1;
    this.after(pause, () => this.reclaim());
  }

  private after(pause: number, then: () => void) {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(then, pause);
  }
}
