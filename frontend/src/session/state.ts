import type { User, UserManager } from 'oidc-client-ts';

import { createStore } from 'zustand/vanilla';

/** The signed-in user of this tab, kept while an expired token is being renewed. */
export const session = createStore<User | null>(() => null);

/** True once the token has expired and the provider requires an interactive sign-in; the screen stays as it is until the user signs in. */
export const sessionEnded = createStore(() => false);
/** True while the token cannot be renewed because the provider does not respond; renewal is retried until it does. */
export const providerUnreachable = createStore(() => false);

/** What a refused operation wants of a fresh sign-in; null if none does. */
export interface StepUp {
  /** Seconds. */
  readonly maxAge: number;
  readonly acrValues: string | null;
}

export const stepUp = createStore<StepUp | null>(() => null);

/** How a session ended for good: the user logged out, or was idle for too long. */
export type Ending = 'chosen' | 'idle';

/** The same from the view of one tab: `elsewhere` if the user logged out in another tab, `ended` if the server reported it. */
export type TabEnding = Ending | 'elsewhere' | 'ended';

/** Set at sign-out, until the page is unloaded. */
export const signedOut = createStore<TabEnding | null>(() => null);

let manager: UserManager | null = null;

export function setUsers(created: UserManager) {
  manager = created;
}

/** The OpenID Connect client, available once the session has started. */
export function users(): UserManager {
  if (manager === null) throw new Error('The session has not been started.');
  return manager;
}
