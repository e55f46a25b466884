import { messages } from '@/api/contract/messages.gen';
import { ApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { openDrafts } from '@/drafts/draft-storage';
import { encryptedStorage } from '@/drafts/encrypted-storage';
import { session } from '@/session/state';
import { toastInfo, toastRefusal } from '@/shared/ui/toasts';

import { interruptedCall, joinCall } from './call';
import type { CallAbout } from './call-about';
import { expanded } from './expanded';
import type { SavedCall } from './saved-call';
import { CONFLICT, JOIN_REFUSALS } from './queries';

/** Joins the call, and reports a refusal. */
export function enterCall(about: CallAbout, on?: SavedCall['on']) {
  if (!('RTCPeerConnection' in window)) {
    toastRefusal(messages.HELP_DESK, 'This browser does not support video calls.');
    return;
  }
  joinCall(about, on).catch((failure: unknown) => {
    if (!(failure instanceof ApiError) || !JOIN_REFUSALS.includes(failure.status)) return;
    // The help desk cannot help if the call is full.
    if (failure.status === CONFLICT) toastInfo(failure.message);
    else toastRefusal(messages.HELP_DESK, failure.message);
    markStale(['me', `consult/${about.consultId}`], 0);
  });
}

/** Rejoins after a reload in the middle of a call. */
export async function resumeCall(mobile: boolean) {
  const user = session.getState();
  // Public pages do not wait for the encryption key, but the stored call cannot be read without it.
  if (encryptedStorage.isLocked && user !== null) await openDrafts(user.profile.sub);
  if (encryptedStorage.isLocked) return;
  const interrupted = interruptedCall();
  if (interrupted === null) return;
  expanded.setState(mobile, true);
  enterCall(interrupted.about, interrupted.on);
}
