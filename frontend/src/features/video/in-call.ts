/** What a call has besides its devices and connections: how long it has lasted, what is shared, and how good it is. */
import { createStore } from 'zustand/vanilla';

import type { AttendeeRead, JoinInfo } from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { serverNow } from '@/shared/lib/server-clock';

import { saveCallSince, savedCallSince } from './call-since';
import type { MediaLink, OtherAttendee } from './media-link';
import { NO_CONTROL, type PeerMedia } from './peer-media';
import { monitorCall, type QualityMonitor } from './quality-monitor';
import { latestOf, ScreenShare, type SharedKind, type Source } from './screen-share';

export interface InCallView {
  /** When the first other attendee was connected (milliseconds since 1970, the server's clock); null until then. */
  readonly since: number | null;
  readonly sharing: SharedKind | null;
  /** Who has ended this window's sharing by beginning to share; null if nobody has, or it shares again. */
  readonly replacedBy: AttendeeRead | null;
  /** Those who are connected but do not see what this window shares, because their page is older. */
  readonly unseenBy: readonly AttendeeRead[];
}

const NOTHING: InCallView = { since: null, sharing: null, replacedBy: null, unseenBy: [] };

export const inCall = createStore<InCallView>(() => NOTHING);

export interface InCallOptions {
  /** What others are told has changed. */
  readonly onChange: () => void;
  /** The camera should be opened with this many lines. */
  readonly onHeight: (height: number) => void;
}

class InCall {
  private readonly shared: ScreenShare;
  private readonly options: InCallOptions;
  private link: MediaLink | null = null;
  private meetingId = '';
  private monitor: QualityMonitor | null = null;
  private others: readonly OtherAttendee[] = [];
  private view = NOTHING;

  constructor(options: InCallOptions) {
    this.options = options;
    this.shared = new ScreenShare({
      onTrack: (track) => {
        this.link?.send('screen', track);
        this.update(this.others);
      },
      onReplaced: (id) => {
        const by = this.others.find(({ attendee }) => attendee.attendeeId === id);
        this.set({ replacedBy: by?.attendee ?? null });
      },
    });
  }

  get screen(): MediaStreamTrack | null {
    return this.shared.track;
  }

  /** What others are told. */
  media(): Pick<PeerMedia, 'screen' | 'control'> {
    return { screen: this.shared.turn, control: NO_CONTROL };
  }

  join({ meeting, attendee }: JoinInfo, link: MediaLink) {
    this.link = link;
    this.meetingId = meeting.meetingId;
    this.shared.join(attendee.attendeeId);
    this.set({ since: savedCallSince(meeting.meetingId) });
    this.monitor = monitorCall({
      link,
      isSharing: () => this.shared.track !== null,
      onHeight: this.options.onHeight,
    });
  }

  /** Follows who is in the call and what they share. */
  update(others: readonly OtherAttendee[]) {
    this.others = others;
    const connected = others.filter(({ status }) => status === 'connected');
    if (this.view.since === null && connected.length > 0) this.begin();
    this.shared.observe(connected.map(({ attendee, media }) => ({ id: attendee.attendeeId, turn: media.screen ?? 0 })));
    const { kind } = this.shared;
    const unseenBy =
      kind === null ? [] : connected.filter(({ media }) => media.screen === null).map(({ attendee }) => attendee);
    this.set({ sharing: kind, unseenBy, ...(kind !== null && { replacedBy: null }) });
  }

  release() {
    this.monitor?.stop();
    this.shared.close();
    this.link = null;
    this.others = [];
    this.set(NOTHING);
    if (current === this) current = null;
  }

  share(open: () => Promise<Source | null>): Promise<void> {
    return this.shared.share(open);
  }

  stopSharing() {
    this.shared.stop();
  }

  forgetReplacement() {
    this.set({ replacedBy: null });
  }

  private begin() {
    const since = serverNow();
    saveCallSince(this.meetingId, since);
    this.set({ since });
  }

  private set(change: Partial<InCallView>) {
    const next = { ...this.view, ...change };
    if (isSame(next, this.view)) return;
    this.view = next;
    if (current === this) inCall.setState(next, true);
  }
}

export type { InCall };

let current: InCall | null = null;

/** For a call that begins. */
export function startInCall(options: InCallOptions): InCall {
  current = new InCall(options);
  inCall.setState(NOTHING, true);
  return current;
}

/** Shares in the current call what `open` gives. */
export async function shareInCall(open: () => Promise<Source | null>): Promise<void> {
  await current?.share(open);
}

export function stopSharing() {
  current?.stopSharing();
}

/** The user knows that someone else shares now. */
export function forgetReplacement() {
  current?.forgetReplacement();
}

/** Whose screen or image is seen; null if nobody shares, or only this window. */
export function sharerOf(others: readonly OtherAttendee[]): OtherAttendee | null {
  const turns = others
    .filter(({ status }) => status === 'connected')
    .map((other) => ({ other, id: other.attendee.attendeeId, turn: other.media.screen ?? 0 }));
  return latestOf(turns)?.other ?? null;
}
