import { createStore } from 'zustand/vanilla';

import type { GuestName, MeetingState, Ringing } from '@/api/generated/types.gen';
import type { DeviceKind, Tracks } from '@/shared/media/devices';

import type { CallAbout } from './call-about';
import type { OtherAttendee } from './media-link';

/** What the user is told while the call goes on. */
export interface CallNews {
  /** The server is not responding; audio and video may continue. */
  readonly unreachable: boolean;
  /** Where the call rings in which the user waits for the bedside. */
  readonly ringing: Ringing | null;
  /** Guests who ask to be let in. */
  readonly knocking: readonly GuestName[];
  /** The name of the last one who has left; null if nobody has. */
  readonly lastLeft: string | null;
}

export const NO_NEWS: CallNews = { unreachable: false, ringing: null, knocking: [], lastLeft: null };

export interface CallView extends CallNews {
  readonly about: CallAbout;
  readonly state: MeetingState;
  /** Why the call has ended, if the server said so. */
  readonly endReason: string | null;
  readonly others: readonly OtherAttendee[];
  readonly tracks: Tracks;
  readonly on: Readonly<Record<DeviceKind, boolean>>;
}

/** Before a call has been joined. */
export const NO_CALL: CallView = {
  ...NO_NEWS,
  about: { consultId: '', title: '' },
  state: 'connecting',
  endReason: null,
  others: [],
  tracks: { microphone: null, camera: null },
  on: { microphone: true, camera: true },
};

/** The state of this window's call; null if there is none. */
export const call = createStore<CallView | null>(() => null);

/** The consult of the current call; null if the call has ended, so that another one, or the same one, can be joined. */
export function consultOf(view: CallView | null): string | null {
  return view === null || view.state === 'ended' ? null : view.about.consultId;
}
