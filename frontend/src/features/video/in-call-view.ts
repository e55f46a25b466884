import { createStore } from 'zustand/vanilla';

import type { AttendeeRead } from '@/api/generated/types.gen';

import type { Question } from './camera-control';
import type { OtherAttendee } from './media-link';
import { latestOf, type SharedKind } from './screen-share';

export interface InCallView {
  /** When the first other attendee was connected (milliseconds since 1970, the server's clock); null until then. */
  readonly since: number | null;
  readonly sharing: SharedKind | null;
  /** Who has ended this window's sharing by beginning to share; null if nobody has, or it shares again. */
  readonly replacedBy: AttendeeRead | null;
  /** Those who are connected but do not see what this window shares, because their page is older. */
  readonly unseenBy: readonly AttendeeRead[];
  /** This window's place in the call; null before the server has confirmed it. */
  readonly own: AttendeeRead | null;
  /** What someone asks of the user. */
  readonly question: Question | null;
  /** Who may aim this window's camera, and who has turned it on. */
  readonly controllers: readonly AttendeeRead[];
  readonly turnedOnBy: AttendeeRead | null;
}

export const NOTHING: InCallView = {
  since: null,
  sharing: null,
  replacedBy: null,
  unseenBy: [],
  own: null,
  question: null,
  controllers: [],
  turnedOnBy: null,
};

export const inCall = createStore<InCallView>(() => NOTHING);

/** Whose screen or image is seen; null if nobody shares, or only this window. */
export function sharerOf(others: readonly OtherAttendee[]): OtherAttendee | null {
  const turns = others
    .filter(({ status }) => status === 'connected')
    .map((other) => ({ other, id: other.attendee.attendeeId, turn: other.media.screen ?? 0 }));
  return latestOf(turns)?.other ?? null;
}
