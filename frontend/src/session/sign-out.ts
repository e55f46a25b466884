import type { User, UserManager } from 'oidc-client-ts';

import { personalStorage } from '@/shared/lib/personal-storage';
import { discardUnsavedInput } from '@/shared/lib/unsaved-input';

import { stopWatching, tellEnding } from './idle';
import { providerAnswers, signInAnew } from './provider';
import { returnPathIn } from './return-path';
import { closeSafe, forgetLockedOf, isLocked, KEEP_MILLISECONDS, takeTyped } from './safekeeping';
import { type Ending, session, sessionEnded, signedOut, users } from './state';

/** Who was signed out because nobody used this computer. */
const IDLE_KEY = 'wardline.signed-out';

/** Ends the session here, in the user's other tabs and at the provider. */
export async function signOut(ending: Ending = 'chosen'): Promise<void> {
  const user = session.get();
  if (user !== null) await signOutOf(user, ending);
}

/** The same for a user of whom nothing is on the screen yet. */
export async function signOutOf(user: User, ending: Ending) {
  const { sub } = user.profile;
  const { pathname, search } = window.location;
  const returnTo = ending === 'idle' ? `${pathname}${search}` : '/';
  signInAnew.demand();
  tellEnding(sub, ending);
  await clearTab(sub, ending);
  // Without the provider our own login page is the place to end.
  if (!(await providerAnswers())) return;
  try {
    await users().signoutRedirect({
      state: { returnTo },
      ...(user.id_token !== undefined && { id_token_hint: user.id_token }),
    });
  } catch {
    // The provider has no logout page.
  }
}

/** Takes everything of the user from the screen and from this tab's storage; only after an idle end what was typed is locked away. */
export async function clearTab(subject: string, ending: Ending): Promise<void> {
  const isIdle = ending === 'idle';
  const lockTyped = isIdle ? takeTyped() : null;
  if (!isIdle) forgetLockedOf(subject);
  // What a colleague typed stays, as they may come back to this computer; nobody else can read it.
  for (const key of Object.keys(sessionStorage)) if (!isLocked(key)) sessionStorage.removeItem(key);
  if (isIdle) sessionStorage.setItem(IDLE_KEY, subject);
  signedOut.set(ending);
  discardUnsavedInput();
  sessionEnded.set(false);
  leave();
  await users().removeUser();
  await lockTyped?.();
}

/** This tab's last user, if signed out because nobody used the computer; a reload of the login page does not change it. */
export function whoWasIdle(): string | null {
  return sessionStorage.getItem(IDLE_KEY);
}

/** The provider has ended its session too, and sent the browser back. */
export async function completeSignOut(users: UserManager) {
  let path = '/';
  try {
    path = returnPathIn((await users.signoutRedirectCallback()).userState);
    signInAnew.settle();
  } catch {
    // Not an answer to a sign-out of this tab.
  }
  window.history.replaceState({}, '', path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`);
}

/** For when nobody is signed in any longer; what the wizard stored waits a while for the same person. */
export function leave() {
  stopWatching();
  closeSafe();
  personalStorage.keepUntil(Date.now() + KEEP_MILLISECONDS);
  session.set(null);
}

/** Notes that somebody is signed in again. */
export function forgetEnding() {
  sessionStorage.removeItem(IDLE_KEY);
}
