import { ErrorResponse } from 'oidc-client-ts';

/** Where a failed sign-in leads: back to the login page, or to the error page with this message. */
export type SignInFailure = { readonly page: 'login' } | { readonly page: 'error'; readonly message: string };

const CANCELED = 'AADB2C90091';

const KNOWN: Readonly<Record<string, string>> = {
  AADB2C90233: 'Seems like your invitation has expired. Please reach out to your admin to resend the invite.',
  AADSTS50105:
    "Seems like we don't have you in our system yet. Please verify your IMS request has been completed, or contact the Help Desk for additional assistance.",
};

/**
 * Maps a failed sign-in to a page and message. Only the provider's response to a sign-in that this browser started may put text on our page;
 * anything else leads back to the login page.
 */
export function signInFailure(error: unknown): SignInFailure {
  if (!(error instanceof ErrorResponse)) return { page: 'login' };
  const text = error.error_description ?? error.error ?? '';
  const code = /\b(AADB2C|AADSTS)\d+\b/.exec(text)?.[0];
  if (code === CANCELED || text === '') return { page: 'login' };
  if (code === undefined) return { page: 'error', message: text };
  const general = `We have run into an error, please try again. If issues persist contact the help desk. ${code}`;
  return { page: 'error', message: KNOWN[code] ?? general };
}
