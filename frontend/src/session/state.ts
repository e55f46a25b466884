import type { User, UserManager } from 'oidc-client-ts';

import { createStore } from 'zustand/vanilla';

/** Whom the provider vouched for in this tab; the user is kept while an ended token is being renewed. */
export const session = createStore<User | null>(() => null);

/** True once the token has ended and the provider wants to see the user again; what is on the screen stays until then. */
export const sessionEnded = createStore(() => false);
/** True while the token cannot be renewed because the provider does not answer; it is asked again until it does. */
export const providerAway = createStore(() => false);

/** How a session ended for good: somebody chose to, or nobody used this computer. */
export type Ending = 'chosen' | 'idle';

/** The same as one tab sees it: `elsewhere` when it was chosen in another tab of this browser, `ended` when the server said so. */
export type TabEnding = Ending | 'elsewhere' | 'ended';

/** Set from a sign-out on for as long as this page lives. */
export const signedOut = createStore<TabEnding | null>(() => null);

let manager: UserManager | null = null;

export function setUsers(created: UserManager) {
  manager = created;
}

/** The provider's client; there from the start of the session on. */
export function users(): UserManager {
  if (manager === null) throw new Error('The session has not been started.');
  return manager;
}
