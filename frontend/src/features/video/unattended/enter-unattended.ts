import { createStore } from 'zustand/vanilla';

import { messages } from '@/api/contract/messages.gen';
import { ApiError } from '@/api/errors';
import { clearDirtyForms } from '@/drafts/dirty-forms';
import { signOut } from '@/session/sign-out';
import { toastRefusal } from '@/shared/ui/toasts';

import { currentPlace, leaveCall } from '../call';
import { call } from '../call-view';
import { expanded } from '../expanded';
import { issueToken, TOKEN_REFUSALS } from './queries';
import { unattended } from './stored';

/** True while the user is being signed out; the device joins the call only after that. */
export const entering = createStore(() => false);

/**
 * Leaves this device in the call and signs its user out. The token comes first, so that without one nothing changes. The sign-out
 * returns to the login page, and from there, as from every page, to the call.
 */
export async function enterUnattendedMode(): Promise<void> {
  const joined = currentPlace();
  const view = call.getState();
  if (joined === null || view === null) return;
  const { consultId } = view.about;
  let token;
  try {
    token = await issueToken(joined, consultId);
  } catch (failure) {
    if (failure instanceof ApiError && TOKEN_REFUSALS.includes(failure.status))
      toastRefusal(messages.HELP_DESK, failure.message);
    return;
  }
  // The call may have ended while the token was on its way.
  if (currentPlace() !== joined) return;
  unattended.write({ token, consultId, externalMeetingId: joined.meeting.externalMeetingId });
  unattended.writeDevices(call.getState()?.on ?? view.on);
  entering.setState(true, true);
  expanded.setState(false, true);
  leaveCall();
  clearDirtyForms();
  try {
    await signOut();
  } finally {
    // The provider's page does not follow if it cannot be reached.
    entering.setState(false, true);
  }
}
