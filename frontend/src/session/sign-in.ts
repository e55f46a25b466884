import { runtimeConfig } from '@/api/runtime-config';

import { recordActivity } from './idle';
import { rememberProvider, forceSignIn } from './provider';
import { returnPathIn, safeReturnPath } from './return-path';
import { saveDraftsBeforeLeaving } from '@/drafts/draft-storage';
import { session, type StepUp, users } from './state';

export interface SignInOptions {
  /** The path to return to. */
  returnTo: string;
  /** The invitation's hint for the provider's sign-up policy. */
  invitation?: string;
  /** What a fresh sign-in must be like, for an operation that asks for one. */
  fresh?: StepUp;
}

let signInCount = 0;

/** How many sign-ins were started on this page. */
export const signInsStarted = () => signInCount;

/** Redirects to the provider's sign-in page; drafts are restored when the same user comes back. */
export async function signIn({ returnTo, invitation, fresh }: SignInOptions): Promise<void> {
  const { oidc } = runtimeConfig();
  signInCount += 1;
  rememberProvider();
  const stay = await saveDraftsBeforeLeaving(session.getState()?.profile.sub);
  try {
    await users().signinRedirect({
      state: { returnTo: safeReturnPath(returnTo) },
      ...(forceSignIn.isRequired() && { prompt: 'login' }),
      ...(fresh !== undefined && {
        max_age: fresh.maxAge,
        ...(fresh.acrValues !== null && { acr_values: fresh.acrValues }),
      }),
      ...(invitation !== undefined && {
        id_token_hint: invitation,
        extraQueryParams: oidc.invitePolicy === null ? {} : { p: oidc.invitePolicy },
      }),
    });
  } catch (error) {
    stay();
    throw error;
  }
}

/** Processes the provider's response and returns the path requested before sign-in; throws the provider's error. */
export async function completeSignIn(): Promise<string> {
  const { state } = await users().signinRedirectCallback();
  forceSignIn.clear();
  recordActivity();
  return returnPathIn(state);
}
