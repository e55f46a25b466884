import type { User, UserManager } from 'oidc-client-ts';

import { setAccess } from '@/api/access';
import { runtimeConfig } from '@/api/runtime-config';
import { userStorage } from '@/drafts/user-storage';

import { endedMeanwhile, type IdleRules, watchIdle } from './idle';
import { createManager, isSignInAnswer, isSignOutAnswer, signInAnew } from './provider';
import { freshToken, renew, token, untilAnswered } from './renewal';
import { removeExpiredDrafts } from '@/drafts/draft-storage';
import { clearTab, completeSignOut, forgetEnding, leave, signOut, signOutOf, tellServer } from './sign-out';
import { type Ending, session, sessionEnded, setUsers, signedOut, type TabEnding, users } from './state';

const FORGETTING_MILLISECONDS = 5_000;

let forgetting: number | undefined;

/** Starts the session from what this tab still has; an ended token is renewed silently before anything is shown. */
export async function startSession(): Promise<void> {
  const manager = createManager();
  setUsers(manager);
  signedOut.setState(null, true);
  setAccess({ token, freshToken, renew, ended: () => void takeEnd() });
  manager.events.addUserLoaded((user) => enter(user));
  manager.events.addUserUnloaded(() => leave());
  forgetOld();
  window.clearInterval(forgetting);
  forgetting = window.setInterval(forgetOld, FORGETTING_MILLISECONDS);
  if (isSignOutAnswer()) await completeSignOut(manager);
  await resume(manager);
  // The library renews a minute ahead by itself; what is left to do is the token of a computer that slept.
  manager.events.addAccessTokenExpired(() => void untilAnswered());
}

async function resume(manager: UserManager): Promise<void> {
  const user = await manager.getUser();
  if (user === null) return;
  const { sub } = user.profile;
  const end = endedMeanwhile(sub, idleLimit());
  // The answer to signing in anew counts for more than what is left of the session before.
  if (isSignInAnswer() && (user.expired === true || end !== null)) return;
  if (end === 'overdue') await signOutOf(user, 'idle');
  else if (end !== null) await clearTab(user, asSeenHere(end));
  if (end !== null) return;
  session.setState(user, true);
  watchIdle(sub, idleRules(user), false);
  if (user.expired === true) await untilAnswered();
  if (sessionEnded.getState()) await endSession();
}

/** Somebody has signed in, or was vouched for once more. */
function enter(user: User) {
  const { sub } = user.profile;
  // A renewal that was under way when the user left.
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

/** Forgets the user in this tab, without telling the provider. */
export async function endSession(): Promise<void> {
  sessionEnded.setState(false, true);
  tellServer(session.getState());
  await users().removeUser();
}

/**
 * Takes the server's word that this session is over. Where no other tab knows of it, a provider that goes on with the session has to ask
 * anew who this is.
 */
export async function takeEnd(): Promise<void> {
  const user = session.getState();
  if (user === null) return;
  const known = endedMeanwhile(user.profile.sub, idleLimit());
  const isTold = known === 'chosen' || known === 'idle';
  if (!isTold) signInAnew.demand();
  await clearTab(user, isTold ? asSeenHere(known) : 'ended');
}

/** What another tab did. */
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
