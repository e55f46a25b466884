/** The one call that this window is in. It continues across pages, so it lives outside the components. */
import type { JoinInfo } from '@/api/generated/types.gen';
import type { DeviceKind } from '@/shared/media/devices';

import type { CallAbout } from './call-about';
import type { CallPart } from './call-part';
import { partOfUser } from './part-of-user';
import { type SavedCall, saveCallAbout, takeSavedCall } from './saved-call';
import { WindowCall } from './window-call';

let current: WindowCall | null = null;

/** Joins the consult's meeting and ends any other call. Rejects if the server refuses. */
export function joinCall(about: CallAbout, on = { microphone: true, camera: true }): Promise<void> {
  const started = joinCallAs(partOfUser(about.consultId), { about, on });
  saveCallAbout(about);
  return started;
}

/** Does the same in the name of someone else. */
export function joinCallAs(part: CallPart, saved: SavedCall): Promise<void> {
  current?.end();
  const started: WindowCall = new WindowCall(saved, part, {
    isCurrent: () => current === started,
    onClosed: () => {
      current = null;
    },
  });
  current = started;
  return started.start();
}

export function endCall() {
  current?.end();
}

/** Leaves the current call without deleting its meeting. */
export function leaveCall() {
  current?.leave();
}

/** This window's place in the meeting of the current call; null unless it has joined. */
export function currentPlace(): JoinInfo | null {
  return current?.place() ?? null;
}

/** Shows what has just changed in the current call. */
export function refreshCall() {
  current?.refresh();
}

export function turnDevice(kind: DeviceKind, on: boolean) {
  current?.turn(kind, on);
}

/** Switches the call to the device that is now selected. */
export function switchToChosenDevice(kind: DeviceKind) {
  current?.renew(kind);
}

/** The call that a reload interrupted, so that it can be rejoined; null if there is none, or if a call is active. */
export function interruptedCall(): SavedCall | null {
  return current === null ? takeSavedCall() : null;
}
