import type { User, UserManager } from 'oidc-client-ts';

import { setAccess } from '@/api/access';
import { runtimeConfig } from '@/api/runtime-config';
import { userStorage } from '@/drafts/user-storage';

import { endingOf, type IdleRules, watchIdle } from './idle';
import { createManager, isSignInAnswer, isSignOutAnswer, forceSignIn } from './provider';
import { freshToken, renew, token, untilAnswered } from './renewal';
import { removeExpiredDrafts } from '@/drafts/draft-storage';
import { clearTab, completeSignOut, forgetEnding, leave, signOut, signOutOf, revokeToken } from './sign-out';
import { type Ending, session, sessionEnded, setUsers, signedOut, type TabEnding, users } from './state';

const FORGETTING_MILLISECONDS = 5_000;

let forgetting: number | undefined;

/** Starts the session stored in this tab; an expired token is renewed silently before anything is shown. */
export async function startSession(): Promise<void> {
  const manager = createManager();
  setUsers(manager);
  signedOut.setState(null, true);
  setAccess({ token, freshToken, renew, ended: () => void acceptSessionEnd() });
  manager.events.addUserLoaded((user) => enter(user));
  manager.events.addUserUnloaded(() => leave());
  forgetOld();
  window.clearInterval(forgetting);
  forgetting = window.setInterval(forgetOld, FORGETTING_MILLISECONDS);
  if (isSignOutAnswer()) await completeSignOut(manager);
  await resume(manager);
  // The library renews a minute ahead by itself, but a token can still expire while the computer sleeps.
  manager.events.addAccessTokenExpired(() => void untilAnswered());
}

async function resume(manager: UserManager): Promise<void> {
  const user = await manager.getUser();
  if (user === null) return;
  const { sub } = user.profile;
  const end = endingOf(sub, idleLimit());
  // The response to a new sign-in takes precedence over the stored session.
  if (isSignInAnswer() && (user.expired === true || end !== null)) return;
  if (end === 'overdue') await signOutOf(user, 'idle');
  else if (end !== null) await clearTab(user, asSeenHere(end));
  if (end !== null) return;
  session.setState(user, true);
  watchIdle(sub, idleRules(user), false);
  if (user.expired === true) await untilAnswered();
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
  forgetEnding();
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
 * Ends the session because the server reports that it is over. If no other tab ended it, a provider whose session is still active must
 * ask for credentials again.
 */
export async function acceptSessionEnd(): Promise<void> {
  const user = session.getState();
  if (user === null) return;
  const known = endingOf(user.profile.sub, idleLimit());
  const isRecorded = known === 'chosen' || known === 'idle';
  if (!isRecorded) forceSignIn.demand();
  await clearTab(user, isRecorded ? asSeenHere(known) : 'ended');
}

/** Maps an ending that another tab recorded to this tab's view of it. */
function asSeenHere(ending: Ending): TabEnding {
  return ending === 'chosen' ? 'elsewhere' : ending;
}

const idleLimit = () => runtimeConfig().idleMinutes * 60_000;

function idleRules(user: User): IdleRules {
  return {
    limit: idleLimit(),
    onEnd: (end) => void (end === 'overdue' ? signOut('idle') : clearTab(session.getState() ?? user, asSeenHere(end))),
  };
}

function forgetOld() {
  const now = Date.now();
  removeExpiredDrafts(now);
  userStorage.removeExpired(now);
}
