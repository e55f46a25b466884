import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';

import { setAccess } from '@/api/access';
import { runtimeConfig } from '@/api/runtime-config';
import { ExternalStore } from '@/shared/lib/external-store';

import { safeReturnPath } from './return-path';

const SCOPES = 'openid profile email';
const PROVIDER_NAME_KEY = 'wardline.provider';
/** A token that ends sooner is renewed before a socket is opened with it. */
const FRESH_SECONDS = 30;
const RENEW_AHEAD_SECONDS = 60;

/** Whom the provider vouched for in this tab; the user is kept while an ended token is being renewed. */
export const session = new ExternalStore<User | null>(null);

/** True once the session has ended for good and the user has to sign in again. */
export const sessionEnded = new ExternalStore(false);

const beforeSignOut = new Set<() => Promise<unknown>>();
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('wardline.session');

let manager: UserManager | null = null;
let renewal: Promise<boolean> | null = null;

/** Starts the session from what this tab still has; an ended token is renewed silently before anything is shown. */
export async function startSession(): Promise<void> {
  const users = createManager();
  manager = users;
  setAccess({ token, freshToken, renew });
  users.events.addUserLoaded((user) => {
    session.set(user);
    sessionEnded.set(false);
  });
  users.events.addUserUnloaded(() => session.set(null));
  // The library renews a minute ahead by itself; what is left to do is the token of a computer that slept.
  users.events.addAccessTokenExpired(() => void renew());
  otherTabs?.addEventListener('message', () => void users.removeUser());
  const user = await users.getUser();
  session.set(user);
  if (user?.expired === true && !(await renew())) await users.removeUser();
}

function createManager(): UserManager {
  const { oidc } = runtimeConfig();
  const { origin } = window.location;
  const store = new WebStorageStateStore({ store: window.sessionStorage });
  return new UserManager({
    authority: oidc.issuer,
    client_id: oidc.clientId,
    redirect_uri: `${origin}/oauth2/callback`,
    silent_redirect_uri: `${origin}/silent-renew.html`,
    post_logout_redirect_uri: `${origin}/login`,
    scope: SCOPES,
    userStore: store,
    stateStore: store,
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: RENEW_AHEAD_SECONDS,
  });
}

function users(): UserManager {
  if (manager === null) throw new Error('The session has not been started.');
  return manager;
}

function token(): string | null {
  return session.get()?.access_token ?? null;
}

async function freshToken(): Promise<string | null> {
  const left = session.get()?.expires_in;
  if (left !== undefined && left < FRESH_SECONDS) await renew();
  return token();
}

/** One silent renewal for all who ask at the same time; false when the provider wants to see the user. */
export function renew(): Promise<boolean> {
  renewal ??= renewOnce().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renewOnce(): Promise<boolean> {
  if (session.get() === null) return false;
  try {
    return (await users().signinSilent()) !== null;
  } catch {
    // The provider's words name the account; what counts is that it did not renew.
    return false;
  }
}

export interface SignInOptions {
  /** The path to come back to. */
  returnTo: string;
  /** The invitation's hint, for the sign-up policy of the provider. */
  invitation?: string;
}

/** Leaves for the provider's sign-in page. */
export async function signIn({ returnTo, invitation }: SignInOptions): Promise<void> {
  const { oidc } = runtimeConfig();
  sessionStorage.setItem(PROVIDER_NAME_KEY, oidc.providerName);
  await users().signinRedirect({
    state: { returnTo: safeReturnPath(returnTo) },
    ...(invitation !== undefined && {
      id_token_hint: invitation,
      extraQueryParams: oidc.invitePolicy === null ? {} : { p: oidc.invitePolicy },
    }),
  });
}

/** Takes the provider's answer and gives the path that was asked for before sign-in; throws what the provider refused. */
export async function completeSignIn(): Promise<string> {
  const user = await users().signinRedirectCallback();
  const { state } = user;
  return safeReturnPath(typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : '/');
}

/** The provider's name as it was when the user signed in. */
export function providerName(): string | null {
  return sessionStorage.getItem(PROVIDER_NAME_KEY);
}

/** Something to do before signing out, such as checking out; its failure stops nothing. */
export function onBeforeSignOut(action: () => Promise<unknown>): () => void {
  beforeSignOut.add(action);
  return () => void beforeSignOut.delete(action);
}

/** Ends the session here, in the other tabs and at the provider; nothing of it stays in the session storage. */
export async function signOut(): Promise<void> {
  await Promise.allSettled([...beforeSignOut].map((action) => action()));
  const hint = session.get()?.id_token;
  otherTabs?.postMessage('signed-out');
  await users().removeUser();
  sessionStorage.clear();
  try {
    await users().signoutRedirect(hint === undefined ? {} : { id_token_hint: hint });
  } catch {
    // A provider without a logout page: ours is the place to end.
    window.location.assign('/login');
  }
}
