import { UserManager, WebStorageStateStore } from 'oidc-client-ts';

import { runtimeConfig } from '@/api/runtime-config';
import { routes } from '@/shared/lib/routes';

const SCOPES = 'openid profile email';
const RENEW_AHEAD_SECONDS = 60;
const TIMEOUT_MILLISECONDS = 5_000;
const PROVIDER_NAME_KEY = 'wardline.provider';
/** Shared by all tabs and users of this browser, and removed at the next sign-in. */
const FORCE_SIGN_IN_KEY = 'wardline.force-sign-in';

export const CALLBACK_PATH = '/oauth2/callback';

/** The OpenID Connect client, which stores its state in this tab only. */
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

/** True on the page that the provider redirects to with its response. */
export function isSignInResponse(): boolean {
  const { pathname, search } = window.location;
  return pathname === CALLBACK_PATH && /[?&](code|error)=/.test(search);
}

/** True on the page that the provider redirects to after a logout. */
export function isSignOutResponse(): boolean {
  const { pathname, search } = window.location;
  return pathname === routes.login && /[?&]state=/.test(search);
}

/** Whether the provider is reachable, so that a redirect does not end on the browser's network error page. */
export async function isProviderReachable(): Promise<boolean> {
  const url = `${runtimeConfig().oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
    return response.ok;
  } catch {
    return false;
  }
}

export function rememberProvider() {
  sessionStorage.setItem(PROVIDER_NAME_KEY, runtimeConfig().oidc.providerName);
}

/**
 * Whether the next user must enter credentials even if the provider has an active session: from a sign-out until the provider has
 * confirmed it or someone has signed in. An unreachable provider cannot be notified of a sign-out.
 */
export const forceSignIn = {
  isRequired: (): boolean => localStorage.getItem(FORCE_SIGN_IN_KEY) !== null,
  require: () => localStorage.setItem(FORCE_SIGN_IN_KEY, 'yes'),
  clear: () => localStorage.removeItem(FORCE_SIGN_IN_KEY),
};
