import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';

import { setAccess } from '@/api/access';
import { runtimeConfig } from '@/api/runtime-config';
import { ExternalStore } from '@/shared/lib/external-store';
import { personalStorage } from '@/shared/lib/personal-storage';

import { safeReturnPath } from './return-path';

const SCOPES = 'openid profile email';
const PROVIDER_NAME_KEY = 'wardline.provider';
/** A token that ends sooner is renewed before a socket is opened with it. */
const FRESH_SECONDS = 30;
const RENEW_AHEAD_SECONDS = 60;
const RETRY_MILLISECONDS = 10_000;

/** `refused`: the provider wants to see the user; `failed`: it could not be asked. */
type Renewal = 'renewed' | 'refused' | 'failed';

/** Whom the provider vouched for in this tab; the user is kept while an ended token is being renewed. */
export const session = new ExternalStore<User | null>(null);

/** True once the token has ended and the provider wants to see the user again; what is on the screen stays until then. */
export const sessionEnded = new ExternalStore(false);

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('wardline.session');

let manager: UserManager | null = null;
let renewal: Promise<Renewal> | null = null;

/** Starts the session from what this tab still has; an ended token is renewed silently before anything is shown. */
export async function startSession(): Promise<void> {
  const users = createManager();
  manager = users;
  setAccess({ token, freshToken, renew });
  users.events.addUserLoaded((user) => {
    personalStorage.belongTo(user.profile.sub);
    session.set(user);
    sessionEnded.set(false);
  });
  users.events.addUserUnloaded(() => session.set(null));
  // The library renews a minute ahead by itself; what is left to do is the token of a computer that slept.
  users.events.addAccessTokenExpired(() => void renewUntilAnswered());
  otherTabs?.addEventListener('message', () => {
    personalStorage.clear();
    void users.removeUser();
  });
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
export async function renew(): Promise<boolean> {
  return (await renewOnce()) === 'renewed';
}

function renewOnce(): Promise<Renewal> {
  renewal ??= askProvider().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function askProvider(): Promise<Renewal> {
  if (session.get() === null) return 'refused';
  try {
    return (await users().signinSilent()) === null ? 'refused' : 'renewed';
  } catch (error) {
    return error instanceof ErrorResponse ? 'refused' : 'failed';
  }
}

/** A provider out of reach is no reason to send anybody away; it is asked again until it answers. */
async function renewUntilAnswered(): Promise<void> {
  const answer = await renewOnce();
  if (answer === 'refused' && session.get() !== null) sessionEnded.set(true);
  if (answer === 'failed') window.setTimeout(() => void renewUntilAnswered(), RETRY_MILLISECONDS);
}

/** Forgets the user in this tab, without telling the provider. */
export async function endSession(): Promise<void> {
  sessionEnded.set(false);
  await users().removeUser();
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

/** Ends the session here, in the other tabs and at the provider; nothing of it stays in the session storage. */
export async function signOut(): Promise<void> {
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
