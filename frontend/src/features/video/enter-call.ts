import { messages } from '@/api/contract/messages.gen';
import { ApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { openDrafts } from '@/drafts/draft-storage';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { session } from '@/session/state';
import { toastInfo, toastRefusal } from '@/shared/ui/toasts';

import { cutOffCall, joinCall } from './call';
import type { CallAbout } from './call-about';
import { expanded } from './expanded';
import type { KeptCall } from './kept-call';
import { CONFLICT, REFUSED } from './queries';

/** Joins, and says why where the server does not let one in. */
export function enterCall(about: CallAbout, on?: KeptCall['on']) {
  if (!('RTCPeerConnection' in window)) {
    toastRefusal(messages.HELP_DESK, 'This browser does not support video calls.');
    return;
  }
  joinCall(about, on).catch((failure: unknown) => {
    if (!(failure instanceof ApiError) || !REFUSED.includes(failure.status)) return;
    // A call that is full is nothing that a help desk mends.
    if (failure.status === CONFLICT) toastInfo(failure.message);
    else toastRefusal(messages.HELP_DESK, failure.message);
    markStale(['me', `consult/${about.consultId}`], 0);
  });
}

/** Rejoins after a reload in the middle of a call. */
export async function resumeCall(mobile: boolean) {
  const user = session.getState();
  // Pages that are open to all wait for no key, and until it has come nobody can tell whose call it was.
  if (encryptedStorage.isLocked && user !== null) await openDrafts(user.profile.sub);
  if (encryptedStorage.isLocked) return;
  const cutOff = cutOffCall();
  if (cutOff === null) return;
  expanded.setState(mobile, true);
  enterCall(cutOff.about, cutOff.on);
}
