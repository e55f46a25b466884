import { createStore } from 'zustand/vanilla';

import type { LinkReport, MediaLink } from './media-link';
import { FIRST_SHOWN, measure, type Quality, show, type Shown, worst } from './quality';
import { type Height, planSending } from './send-plan';
import { readSnapshot, type Snapshot } from './snapshot';

const INTERVAL_MS = 2_000;

/** The quality of the current call as it is shown; each direction is null while nothing is known about it. */
export interface CallQuality {
  /** What the others get from here: the worst of their connections. */
  readonly sending: Quality | null;
  /** What this window gets from each of the others, by attendee. */
  readonly receiving: Readonly<Record<string, Quality>>;
}

const NONE: CallQuality = { sending: null, receiving: {} };

export const callQuality = createStore<CallQuality>(() => NONE);

let last: QualityMonitor | null = null;

/** `relay` if any connection of the current call, or of the last one, went through one; null if there was no connection. */
export function callRoute(): Route | null {
  return last?.route ?? null;
}

type Route = 'direct' | 'relay';

interface Followed {
  readonly snapshot: Snapshot;
  readonly sending: Shown | null;
  readonly receiving: Shown | null;
  readonly height: Height | null;
}

export interface MonitorOptions {
  readonly link: MediaLink;
  readonly isSharing: () => boolean;
}

/** Measures the connections of one call, and adapts to them what is sent. */
class QualityMonitor {
  private readonly options: MonitorOptions;
  private followed = new Map<string | null, Followed>();
  route: Route | null = null;
  private timer: number | undefined;

  constructor(options: MonitorOptions) {
    this.options = options;
    this.schedule();
  }

  stop() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    callQuality.setState(NONE, true);
  }

  /** Whether anything has arrived over the connection to this attendee. */
  hasArrived(attendeeId: string): boolean {
    const received = this.followed.get(attendeeId)?.snapshot.received;
    return received !== undefined && received.audio.packets + received.video.packets > 0;
  }

  private schedule() {
    this.timer = window.setTimeout(() => void this.turn(), INTERVAL_MS);
  }

  private async turn() {
    const reports = await this.options.link.reports().catch(() => []);
    if (this.timer === undefined) return;
    this.followed = new Map(reports.map((report) => [report.attendeeId, this.follow(report)]));
    this.publish();
    this.plan();
    this.schedule();
  }

  private follow({ attendeeId, report }: LinkReport): Followed {
    const snapshot = readSnapshot(report);
    const before = this.followed.get(attendeeId);
    if (snapshot.relayed !== null && this.route !== 'relay') this.route = snapshot.relayed ? 'relay' : 'direct';
    if (before === undefined) return { snapshot, sending: null, receiving: null, height: null };
    const measured = measure(before.snapshot, snapshot);
    return {
      snapshot,
      sending: shownNext(before.sending, measured.sending),
      receiving: shownNext(before.receiving, measured.receiving),
      height: before.height,
    };
  }

  private publish() {
    const followed = [...this.followed];
    const sent = followed.flatMap(([, { sending }]) => sending?.quality ?? []);
    const received = followed.flatMap(([id, { receiving }]) =>
      id === null || receiving === null ? [] : [[id, receiving.quality] as const],
    );
    const next = { sending: sent.length === 0 ? null : worst(sent), receiving: Object.fromEntries(received) };
    if (JSON.stringify(next) !== JSON.stringify(callQuality.getState())) callQuality.setState(next, true);
  }

  private plan() {
    const { link, isSharing } = this.options;
    for (const [id, found] of this.followed) {
      const { available } = found.snapshot;
      // What goes to a server is encoded once for all.
      const isForwarded = id === null;
      const { height } = found;
      const plan = planSending({ available, others: link.count, isForwarded, sharing: isSharing(), height });
      this.followed.set(id, { ...found, height: plan.camera.height });
      link.adapt(id, plan);
    }
  }
}

/** Measures the call of this window from now on. */
export function monitorCall(options: MonitorOptions): QualityMonitor {
  last = new QualityMonitor(options);
  return last;
}

function shownNext(before: Shown | null, measured: Quality | null): Shown | null {
  return measured === null ? null : show(before ?? FIRST_SHOWN, measured);
}

export type { QualityMonitor };
