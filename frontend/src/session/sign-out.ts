import type { User, UserManager } from 'oidc-client-ts';
import * as z from 'zod/mini';

import { signOut as endOnServer } from '@/api/generated/sdk/people.gen';
import { json, readStored } from '@/drafts/codec';
import { userStorage } from '@/drafts/user-storage';
import { routes } from '@/shared/lib/routes';
import { clearDirtyForms, draftCoverage } from '@/drafts/dirty-forms';

import { stopWatching, publishEnding } from './idle';
import { DUTY_KEY, lockedDuty } from './locked-duty';
import { isProviderReachable, forceSignIn } from './provider';
import { returnPathIn } from './return-path';
import {
  canSaveDrafts,
  closeDrafts,
  removeDraftsOf,
  isDraftKey,
  DRAFT_LIFETIME_MS,
  collectDrafts,
} from '@/drafts/draft-storage';
import { signInsStarted } from './sign-in';
import { type Ending, session, sessionEnded, signedOut, type TabEnding, users } from './state';
import { UNATTENDED_PREFIX } from './unattended';

/** How this tab's last session ended, unless its user logged out here. */
const ENDED_KEY = 'wardline.signed-out';

/** Ends the session in this tab, in the user's other tabs, and with the identity provider. */
export async function signOut(ending: Ending = 'chosen'): Promise<void> {
  const user = session.getState();
  if (user !== null) await signOutOf(user, ending);
}

/** Does the same for a user whose session has not started on this page yet. */
export async function signOutOf(user: User, ending: Ending) {
  const { sub } = user.profile;
  const { pathname, search } = window.location;
  const returnTo = ending === 'idle' ? `${pathname}${search}` : '/';
  const signIns = signInsStarted();
  forceSignIn.require();
  publishEnding(sub, ending);
  await clearTab(user, ending);
  // Without a reachable provider, end on our own login page.
  if (!(await isProviderReachable())) return;
  // If Login was pressed in the meantime, that sign-in replaces the provider's old session.
  if (signInsStarted() !== signIns) return;
  try {
    await users().signoutRedirect({
      state: { returnTo },
      ...(user.id_token !== undefined && { id_token_hint: user.id_token }),
    });
  } catch {
    // The provider has no logout endpoint.
  }
}

const sessionEnd = json(
  z.readonly(
    z.object({
      subject: z.string(),
      ending: z.enum(['idle', 'elsewhere', 'ended']),
      /** Some unsaved input could not be stored. */
      lost: z.boolean(),
    }),
  ),
);

/** A session end that the user did not choose in this tab. */
export type Ended = z.output<typeof sessionEnd>;

/**
 * Clears the user's data from the screen and from this tab's storage. Unsaved input is encrypted and stored, unless the user already
 * agreed here to discard it.
 */
export async function clearTab(user: User, ending: TabEnding): Promise<void> {
  const subject = user.profile.sub;
  const saveDrafts = ending === 'chosen' ? null : collectDrafts();
  const lost = losesInput(subject);
  if (ending === 'chosen') removeDraftsOf(subject);
  clearStorage(ending);
  if (ending !== 'chosen') recordEnd({ subject, ending, lost });
  signedOut.setState(ending, true);
  clearDirtyForms();
  sessionEnded.setState(false, true);
  leave();
  if (ending !== 'ended') revokeToken(user);
  // At the same time, because the drafts must be saved even if the provider's library fails or the page is closed.
  // Neither failure may keep the session with the provider from ending, because the computer may be shared.
  const [saving] = await Promise.allSettled([saveDrafts?.(), users().removeUser()]);
  if (ending !== 'chosen' && saving.status === 'rejected') recordEnd({ subject, ending, lost: true });
}

/** Whether some of the unsaved input in this tab cannot be stored for the user. */
export function losesInput(subject: string): boolean {
  const { some, missing } = draftCoverage();
  return missing || (some && !canSaveDrafts(subject));
}

function clearStorage(ending: TabEnding) {
  // Whoever logs out goes off call; whoever did not is still paged, also on the locked screen.
  if (ending === 'chosen' || ending === 'elsewhere') lockedDuty.revoke();
  for (const key of Object.keys(sessionStorage)) {
    // Another user's drafts stay, because they may return to this computer; no one else can read them. A device that is left in a call
    // stays there.
    const isKept = isDraftKey(key) || key === DUTY_KEY || key.startsWith(UNATTENDED_PREFIX);
    if (!isKept) sessionStorage.removeItem(key);
  }
}

function recordEnd(ended: Ended) {
  sessionStorage.setItem(ENDED_KEY, z.encode(sessionEnd, ended));
}

/** Revokes this tab's token on the server. Not awaited: without a network, the session still ends here. */
export function revokeToken(user: User | null) {
  if (user === null) return;
  const headers = { Authorization: `Bearer ${user.access_token}` };
  endOnServer({ headers, keepalive: true, meta: { quiet: true, retries: 0 } }).catch(() => undefined);
}

/** How this tab's last session ended, unless its user logged out here; survives a reload of the login page. */
export function lastSessionEnd(): Ended | null {
  return readStored(sessionEnd, sessionStorage.getItem(ENDED_KEY));
}

/** Handles the provider's redirect after it has ended its session. */
export async function completeSignOut(users: UserManager) {
  let path = '/';
  try {
    path = returnPathIn((await users.signoutRedirectCallback()).userState);
    forceSignIn.clear();
  } catch {
    // Not a response to a sign-out from this tab.
  }
  window.history.replaceState(
    {},
    '',
    path === '/' ? routes.login : `${routes.login}?redirect=${encodeURIComponent(path)}`,
  );
}

/** Clears the session state; the wizard's data is kept for a while for the same user. */
export function leave() {
  stopWatching();
  closeDrafts();
  userStorage.expireAt(Date.now() + DRAFT_LIFETIME_MS);
  session.setState(null, true);
}

/** Forgets how the last session ended, because a user is signed in again. */
export function clearLastSessionEnd() {
  sessionStorage.removeItem(ENDED_KEY);
}
