import { runtimeConfig } from '@/api/runtime-config';

import { stillHere } from './idle';
import { rememberProvider, signInAnew } from './provider';
import { returnPathIn, safeReturnPath } from './return-path';
import { saveDraftsBeforeLeaving } from '@/drafts/draft-storage';
import { session, users } from './state';

export interface SignInOptions {
  /** The path to come back to. */
  returnTo: string;
  /** The invitation's hint, for the sign-up policy of the provider. */
  invitation?: string;
}

let begun = 0;

/** How many sign-ins were begun on this page. */
export const signInsBegun = () => begun;

/** Leaves for the provider's sign-in page; what is typed is there again when the same user comes back. */
export async function signIn({ returnTo, invitation }: SignInOptions): Promise<void> {
  const { oidc } = runtimeConfig();
  begun += 1;
  rememberProvider();
  const stay = await saveDraftsBeforeLeaving(session.getState()?.profile.sub);
  try {
    await users().signinRedirect({
      state: { returnTo: safeReturnPath(returnTo) },
      ...(signInAnew.isDue() && { prompt: 'login' }),
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

/** Takes the provider's answer and gives the path that was asked for before sign-in; throws what the provider refused. */
export async function completeSignIn(): Promise<string> {
  const { state } = await users().signinRedirectCallback();
  signInAnew.settle();
  stillHere();
  return returnPathIn(state);
}
