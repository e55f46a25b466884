import type { User, UserManager } from 'oidc-client-ts';

import { setAccess } from '@/api/access';
import { runtimeConfig } from '@/api/runtime-config';
import { userStorage } from '@/drafts/user-storage';

import { endingOf, type IdleRules, watchIdle } from './idle';
import { lockedDuty } from './locked-duty';
import { createManager, isSignInResponse, isSignOutResponse, forceSignIn } from './provider';
import { freshToken, renew, token, renewUntilResponse } from './renewal';
import { removeExpiredDrafts } from '@/drafts/draft-storage';
import {
  clearTab,
  completeSignOut,
  clearLastSessionEnd,
  leave,
  losesInput,
  signOut,
  signOutOf,
  revokeToken,
} from './sign-out';
import { type Ending, session, sessionEnded, setUsers, signedOut, type TabEnding, users } from './state';

const CLEANUP_MILLISECONDS = 5_000;

let cleanupTimer: number | undefined;

/** Starts the session stored in this tab; an expired token is renewed silently before anything is shown. */
export async function startSession(): Promise<void> {
  const manager = createManager();
  setUsers(manager);
  signedOut.setState(null, true);
  setAccess({ token, freshToken, renew, acceptSessionEnd: () => void acceptSessionEnd() });
  manager.events.addUserLoaded((user) => enter(user));
  manager.events.addUserUnloaded(() => leave());
  removeExpiredData();
  stopCleanup();
  cleanupTimer = window.setInterval(removeExpiredData, CLEANUP_MILLISECONDS);
  if (isSignOutResponse()) await completeSignOut(manager);
  await resumeSession(manager);
  // The library renews automatically a minute ahead, but a token can still expire while the computer sleeps.
  manager.events.addAccessTokenExpired(() => void renewUntilResponse());
}

async function resumeSession(manager: UserManager): Promise<void> {
  const user = await manager.getUser();
  if (user === null) return;
  const { sub } = user.profile;
  const end = endingOf(sub, idleLimit());
  // The response to a new sign-in takes precedence over the stored session.
  if (isSignInResponse() && (user.expired === true || end !== null)) return;
  if (end === 'overdue') await signOutOf(user, 'idle');
  else if (end !== null) await clearTab(user, toTabEnding(end));
  if (end !== null) return;
  session.setState(user, true);
  watchIdle(sub, idleRules(user), false);
  if (user.expired === true) await renewUntilResponse();
  if (sessionEnded.getState()) await endSession();
}

/** A user has signed in, or the token was renewed. */
function enter(user: User) {
  const { sub } = user.profile;
  // A renewal that was in flight when the user signed out.
  if (signedOut.getState() !== null) {
    void users().removeUser();
    return;
  }
  userStorage.belongTo(sub);
  lockedDuty.belongTo(sub);
  clearLastSessionEnd();
  watchIdle(sub, idleRules(user), true);
  session.setState(user, true);
  sessionEnded.setState(false, true);
}

/** Removes the user from this tab without notifying the provider. */
export async function endSession(): Promise<void> {
  sessionEnded.setState(false, true);
  revokeToken(session.getState());
  await users().removeUser();
}

/**
 * Ends the session that the provider does not renew, of someone on call: their locked screen rings, and the provider's page would not. False for
 * everyone else, and if unsaved input would be lost.
 */
export function lockTab(): boolean {
  const user = session.getState();
  if (user === null || lockedDuty.read() === null || losesInput(user.profile.sub)) return false;
  revokeToken(user);
  void clearTab(user, 'ended');
  return true;
}

/**
 * Ends the session because the server reports that it is over. If no other tab ended it, a provider whose session is still active must
 * ask for credentials again.
 */
export async function acceptSessionEnd(): Promise<void> {
  const user = session.getState();
  if (user === null) return;
  const recorded = endingOf(user.profile.sub, idleLimit());
  const isRecorded = recorded === 'chosen' || recorded === 'idle';
  if (!isRecorded) forceSignIn.require();
  await clearTab(user, isRecorded ? toTabEnding(recorded) : 'ended');
}

/** Maps an ending that another tab recorded to this tab's view of it. */
function toTabEnding(ending: Ending): TabEnding {
  return ending === 'chosen' ? 'elsewhere' : ending;
}

const idleLimit = () => runtimeConfig().idleMinutes * 60_000;

function idleRules(user: User): IdleRules {
  return {
    limit: idleLimit(),
    onEnd: (end) => void (end === 'overdue' ? signOut('idle') : clearTab(session.getState() ?? user, toTabEnding(end))),
  };
}

/** Ends what `startSession` has begun to repeat. */
export function stopCleanup() {
  window.clearInterval(cleanupTimer);
}

function removeExpiredData() {
  const now = Date.now();
  removeExpiredDrafts(now);
  userStorage.removeExpired(now);
}
