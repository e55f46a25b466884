import { createStore } from 'zustand/vanilla';

import type { MeetingState } from '@/api/generated/types.gen';
import type { DeviceKind, Tracks } from '@/shared/media/devices';

import type { CallAbout } from './call-about';
import type { OtherAttendee } from './others';

export interface CallView {
  readonly about: CallAbout;
  readonly state: MeetingState;
  /** Why it has ended, where the server said so. */
  readonly endedBecause: string | null;
  /** The server does not answer; sound and pictures may go on. */
  readonly outOfReach: boolean;
  readonly others: readonly OtherAttendee[];
  readonly tracks: Tracks;
  readonly on: Readonly<Record<DeviceKind, boolean>>;
}

/** What the page shows of the call that this window is in; null while it is in none. */
export const call = createStore<CallView | null>(() => null);
