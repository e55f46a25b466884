import type { User, UserManager } from 'oidc-client-ts';

import { signOut as endOnServer } from '@/api/generated/sdk.gen';
import { isFields } from '@/api/rules';
import { userStorage } from '@/drafts/user-storage';
import { routes } from '@/shared/lib/routes';
import { clearDirtyForms, draftCoverage } from '@/drafts/dirty-forms';

import { stopWatching, tellEnding } from './idle';
import { providerAnswers, signInAnew } from './provider';
import { returnPathIn } from './return-path';
import {
  canSaveDrafts,
  closeDrafts,
  removeDraftsOf,
  isDraftKey,
  DRAFT_LIFETIME_MS,
  collectDrafts,
} from '@/drafts/draft-storage';
import { signInsBegun } from './sign-in';
import { type Ending, session, sessionEnded, signedOut, type TabEnding, users } from './state';

/** How this tab's last session ended, where its user did not choose it here. */
const ENDED_KEY = 'wardline.signed-out';

/** Ends the session here, in the user's other tabs and at the provider. */
export async function signOut(ending: Ending = 'chosen'): Promise<void> {
  const user = session.getState();
  if (user !== null) await signOutOf(user, ending);
}

/** The same for a user of whom nothing is on the screen yet. */
export async function signOutOf(user: User, ending: Ending) {
  const { sub } = user.profile;
  const { pathname, search } = window.location;
  const returnTo = ending === 'idle' ? `${pathname}${search}` : '/';
  const signIns = signInsBegun();
  signInAnew.demand();
  tellEnding(sub, ending);
  await clearTab(user, ending);
  // Without the provider our own login page is the place to end.
  if (!(await providerAnswers())) return;
  // Whoever pressed Login meanwhile is on the way to a sign-in that ends the provider's old session.
  if (signInsBegun() !== signIns) return;
  try {
    await users().signoutRedirect({
      state: { returnTo },
      ...(user.id_token !== undefined && { id_token_hint: user.id_token }),
    });
  } catch {
    // The provider has no logout page.
  }
}

/** An end that the user did not choose in this tab. */
export interface Ended {
  readonly subject: string;
  readonly ending: Exclude<TabEnding, 'chosen'>;
  /** Something typed could not be kept. */
  readonly lost: boolean;
}

/**
 * Takes everything of the user from the screen and from this tab's storage. What was typed is locked away, unless the user was asked
 * here whether it may be lost.
 */
export async function clearTab(user: User, ending: TabEnding): Promise<void> {
  const subject = user.profile.sub;
  const { some, missing } = draftCoverage();
  const ended = ending === 'chosen' ? null : { subject, ending, lost: missing || (some && !canSaveDrafts(subject)) };
  const saveDrafts = ended === null ? null : collectDrafts();
  if (ended === null) removeDraftsOf(subject);
  // What a colleague typed stays, as they may come back to this computer; nobody else can read it.
  for (const key of Object.keys(sessionStorage)) if (!isDraftKey(key)) sessionStorage.removeItem(key);
  if (ended !== null) sessionStorage.setItem(ENDED_KEY, JSON.stringify(ended));
  signedOut.setState(ending, true);
  clearDirtyForms();
  sessionEnded.setState(false, true);
  leave();
  if (ending !== 'ended') tellServer(user);
  await users().removeUser();
  await saveDrafts?.();
}

/** Has the server take this tab's token no longer. Nobody waits for it: without a network the session ends here all the same. */
export function tellServer(user: User | null) {
  if (user === null) return;
  const headers = { Authorization: `Bearer ${user.access_token}` };
  endOnServer({ headers, keepalive: true, meta: { quiet: true, retries: 0 } }).catch(() => undefined);
}

/** How this tab's last session ended, if its user did not choose it here; a reload of the login page does not change it. */
export function howItEnded(): Ended | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(ENDED_KEY) ?? '');
    if (!isFields(found)) return null;
    const { subject, ending, lost } = found;
    if (typeof subject !== 'string' || (ending !== 'idle' && ending !== 'elsewhere' && ending !== 'ended')) return null;
    return { subject, ending, lost: lost === true };
  } catch {
    return null;
  }
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
  window.history.replaceState(
    {},
    '',
    path === '/' ? routes.login : `${routes.login}?redirect=${encodeURIComponent(path)}`,
  );
}

/** For when nobody is signed in any longer; what the wizard stored waits a while for the same person. */
export function leave() {
  stopWatching();
  closeDrafts();
  userStorage.expireAt(Date.now() + DRAFT_LIFETIME_MS);
  session.setState(null, true);
}

/** Notes that somebody is signed in again. */
export function forgetEnding() {
  sessionStorage.removeItem(ENDED_KEY);
}
