import { session } from '@/session/state';
import { hasUnattendedValues } from '@/session/unattended';

import { endCall, joinCallAs } from '../call';
import { call } from '../call-view';
import { requestsOfDevice, standaloneKeys, standaloneMeeting } from './queries';
import { unattended } from './stored';
import { verifiedClaims } from './token';

const TOKEN_POLL_MS = 250;
const TOKEN_WAIT_MS = 10_000;

/** Where a device that does not stay in its call goes: the mode does not apply to it, or it has failed. */
export type WayOut = 'home' | 'failed';

/**
 * Joins the call in which this device was left, after all checks of its token. Resolves with null once it has joined, or if it is in
 * the call already, or was aborted. `onEnded` is called when the call ends later without the user.
 */
export async function startUnattendedCall(signal: AbortSignal, onEnded: () => void): Promise<WayOut | null> {
  if (session.getState() !== null) return 'home';
  if (call.getState() !== null) return null;
  const isAborted = () => signal.aborted;
  const token = await waitForToken(signal);
  if (isAborted()) return null;
  if (token === null) return 'failed';
  try {
    const claims = await verifiedClaims(token, standaloneKeys);
    if (isAborted()) return null;
    if (claims === null || !isOfThisTab(claims)) return 'home';
    const { consultId, externalMeetingId } = claims;
    await joinCallAs(
      {
        requests: requestsOfDevice({ token, consultId, externalMeetingId }),
        // Without a session there is no socket: the device polls.
        follow: () => [],
        saveInterruption: unattended.writeDevices,
        onEnded,
      },
      { about: { consultId, title: 'Unattended Patient Mode' }, on: unattended.readDevices() },
    );
    return null;
  } catch {
    return isAborted() ? null : 'failed';
  }
}

/** Completes what this tab has stored from a link to the meeting of its token. */
export async function openStandaloneLink(ids: { meetingId: string; consultId: string }): Promise<WayOut | null> {
  const token = unattended.read('token');
  if (session.getState() !== null || token === null) return 'home';
  try {
    const { consultId, externalMeetingId, state } = await standaloneMeeting(token, ids);
    if (state === 'ended') return 'failed';
    unattended.write({ consultId, externalMeetingId });
    return null;
  } catch {
    // A wrong link does not end the call in which this device is.
    return hasUnattendedValues() ? null : 'failed';
  }
}

/** Stops the call and gives the device back to whoever signs in next. */
export function restoreAccess() {
  endCall();
  unattended.clear();
}

function isOfThisTab({ consultId, externalMeetingId }: { consultId: string; externalMeetingId: string }): boolean {
  return consultId === unattended.read('consultId') && externalMeetingId === unattended.read('externalMeetingId');
}

/** The token, which the tab that was signed in stores; null if it does not come. */
async function waitForToken(signal: AbortSignal): Promise<string | null> {
  for (let waited = 0; ; waited += TOKEN_POLL_MS) {
    const token = unattended.read('token');
    if (token !== null || signal.aborted || waited >= TOKEN_WAIT_MS) return token;
    await new Promise((resolve) => window.setTimeout(resolve, TOKEN_POLL_MS));
  }
}
