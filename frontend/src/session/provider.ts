import { UserManager, WebStorageStateStore } from 'oidc-client-ts';

import { runtimeConfig } from '@/api/runtime-config';
import { routes } from '@/shared/lib/routes';

const SCOPES = 'openid profile email';
const RENEW_AHEAD_SECONDS = 60;
const PATIENCE_MILLISECONDS = 5_000;
const PROVIDER_NAME_KEY = 'wardline.provider';
/** Kept for every tab of this browser and every user of it, until somebody has signed in anew. */
const MUST_PROVE_KEY = 'wardline.sign-in-anew';

export const CALLBACK_PATH = '/oauth2/callback';

/** The OpenID provider's client; it stores in this tab only. */
export function createManager(): UserManager {
  const { oidc } = runtimeConfig();
  const { origin } = window.location;
  const store = new WebStorageStateStore({ store: window.sessionStorage });
  return new UserManager({
    authority: oidc.issuer,
    client_id: oidc.clientId,
    redirect_uri: `${origin}${CALLBACK_PATH}`,
    silent_redirect_uri: `${origin}/silent-renew.html`,
    post_logout_redirect_uri: `${origin}${routes.login}`,
    scope: SCOPES,
    userStore: store,
    stateStore: store,
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: RENEW_AHEAD_SECONDS,
  });
}

/** True on the page that the provider sends the browser back to, with what it answers. */
export function isSignInAnswer(): boolean {
  const { pathname, search } = window.location;
  return pathname === CALLBACK_PATH && /[?&](code|error)=/.test(search);
}

/** True on the page that the provider sends the browser back to after a logout. */
export function isSignOutAnswer(): boolean {
  const { pathname, search } = window.location;
  return pathname === routes.login && /[?&]state=/.test(search);
}

/** Whether the browser can be sent to the provider without ending on a page of its own about the lost network. */
export async function providerAnswers(): Promise<boolean> {
  const address = `${runtimeConfig().oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });
    return answer.ok;
  } catch {
    return false;
  }
}

export function rememberProvider() {
  sessionStorage.setItem(PROVIDER_NAME_KEY, runtimeConfig().oidc.providerName);
}

/**
 * Whether the next person has to prove who they are, whomever the provider remembers: from a sign-out on, until the provider has
 * confirmed it or somebody has signed in. A provider out of reach cannot be told that somebody left.
 */
export const signInAnew = {
  isDue: (): boolean => localStorage.getItem(MUST_PROVE_KEY) !== null,
  demand: () => localStorage.setItem(MUST_PROVE_KEY, 'yes'),
  settle: () => localStorage.removeItem(MUST_PROVE_KEY),
};
