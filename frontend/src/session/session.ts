import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';

import { type Renewal, setAccess } from '@/api/access';
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
const CALLBACK_PATH = '/oauth2/callback';
/** What a provider answers that is there but has troubles of its own. */
const TROUBLES = ['server_error', 'temporarily_unavailable'];

/** Whom the provider vouched for in this tab; the user is kept while an ended token is being renewed. */
export const session = new ExternalStore<User | null>(null);

/** True once the token has ended and the provider wants to see the user again; what is on the screen stays until then. */
export const sessionEnded = new ExternalStore(false);
/** True while the token cannot be renewed because the provider does not answer; it is asked again until it does. */
export const providerAway = new ExternalStore(false);

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('wardline.session');

let manager: UserManager | null = null;
let renewal: Promise<Renewal> | null = null;
let answer: Promise<void> | null = null;

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
  if (otherTabs !== null) {
    otherTabs.onmessage = () => {
      personalStorage.clear();
      void users.removeUser();
    };
  }
  await resume(users);
  // The library renews a minute ahead by itself; what is left to do is the token of a computer that slept.
  users.events.addAccessTokenExpired(() => void untilAnswered());
}

async function resume(users: UserManager): Promise<void> {
  const user = await users.getUser();
  // The answer to signing in anew counts for more than what is left of the session before.
  if (user?.expired === true && isSignInAnswer()) return;
  session.set(user);
  if (user?.expired === true) await untilAnswered();
  if (sessionEnded.get()) await endSession();
}

/** True on the page that the provider sends the browser back to, with what it answers. */
export function isSignInAnswer(): boolean {
  const { pathname, search } = window.location;
  return pathname === CALLBACK_PATH && /[?&](code|error)=/.test(search);
}

function createManager(): UserManager {
  const { oidc } = runtimeConfig();
  const { origin } = window.location;
  const store = new WebStorageStateStore({ store: window.sessionStorage });
  return new UserManager({
    authority: oidc.issuer,
    client_id: oidc.clientId,
    redirect_uri: `${origin}${CALLBACK_PATH}`,
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
  if (left !== undefined && left < FRESH_SECONDS) await renewOnce();
  return token();
}

/** For a token that the server no longer takes. A provider that does not answer is asked again in the background. */
async function renew(): Promise<Renewal> {
  const outcome = await renewOnce();
  if (outcome === 'failed') void untilAnswered(outcome);
  return outcome;
}

/** One silent renewal for all who ask at the same time. */
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
    return error instanceof ErrorResponse && !TROUBLES.includes(error.error ?? '') ? 'refused' : 'failed';
  }
}

/** A provider out of reach is no reason to send anybody away; it is asked until it answers, once for all who wait. */
function untilAnswered(known?: Renewal): Promise<void> {
  answer ??= askAgainAndAgain(known).finally(() => {
    answer = null;
    providerAway.set(false);
  });
  return answer;
}

async function askAgainAndAgain(known?: Renewal): Promise<void> {
  let outcome = known ?? (await renewOnce());
  while (outcome === 'failed') {
    providerAway.set(true);
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_MILLISECONDS));
    outcome = await renewOnce();
  }
  if (outcome === 'refused' && session.get() !== null) sessionEnded.set(true);
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
