import type { User, UserManager } from 'oidc-client-ts';

import { personalStorage } from '@/shared/lib/personal-storage';
import { discardUnsavedInput } from '@/shared/lib/unsaved-input';

import { stopWatching, tellEnding } from './idle';
import { providerAnswers, signInAnew } from './provider';
import { returnPathIn } from './return-path';
import { closeSafe, KEEP_MILLISECONDS, LOCKED, takeTyped } from './safekeeping';
import { type Ending, session, sessionEnded, signedOut, users } from './state';

const ENDING_KEY = 'wardline.signed-out';

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
  await clearTab(ending);
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
export async function clearTab(ending: Ending): Promise<void> {
  const isIdle = ending === 'idle';
  const lockTyped = isIdle ? takeTyped() : null;
  personalStorage.clear(isIdle ? LOCKED : undefined);
  for (const key of Object.keys(sessionStorage)) if (!personalStorage.owns(key)) sessionStorage.removeItem(key);
  if (isIdle) sessionStorage.setItem(ENDING_KEY, ending);
  signedOut.set(ending);
  discardUnsavedInput();
  sessionEnded.set(false);
  leave();
  await users().removeUser();
  await lockTyped?.();
}

/** True where this tab's last user was signed out because nobody used the computer; a reload of the login page does not change it. */
export function wasIdle(): boolean {
  return sessionStorage.getItem(ENDING_KEY) === 'idle';
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
  sessionStorage.removeItem(ENDING_KEY);
}
