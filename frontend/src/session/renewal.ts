import { ErrorResponse } from 'oidc-client-ts';

import type { Renewal } from '@/api/access';

import { providerUnreachable, session, sessionEnded, users } from './state';

/** A token that expires sooner is renewed before it opens a socket. */
const FRESH_SECONDS = 30;
const RETRY_MILLISECONDS = 10_000;
/** Errors of a provider that responds but has an internal problem. */
const TEMPORARY_ERRORS = ['server_error', 'temporarily_unavailable'];

let renewal: Promise<Renewal> | null = null;
let retrying: Promise<void> | null = null;

/** The current bearer token. */
export function token(): string | null {
  return session.getState()?.access_token ?? null;
}

/** A token that does not expire for a while. */
export async function freshToken(): Promise<string | null> {
  const secondsLeft = session.getState()?.expires_in;
  if (secondsLeft !== undefined && secondsLeft < FRESH_SECONDS) await renewOnce();
  return token();
}

/** For a token that the server no longer accepts. If the provider does not respond, retries in the background. */
export async function renew(): Promise<Renewal> {
  const outcome = await renewOnce();
  if (outcome === 'failed') void renewUntilResponse(outcome);
  return outcome;
}

/** One silent renewal, shared by concurrent callers. */
function renewOnce(): Promise<Renewal> {
  renewal ??= requestRenewal().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function requestRenewal(): Promise<Renewal> {
  if (session.getState() === null) return 'refused';
  try {
    return (await users().signinSilent()) === null ? 'refused' : 'renewed';
  } catch (error) {
    return error instanceof ErrorResponse && !TEMPORARY_ERRORS.includes(error.error ?? '') ? 'refused' : 'failed';
  }
}

/** An unreachable provider does not sign anyone out; retries until it responds, shared by all waiting callers. */
export function renewUntilResponse(firstOutcome?: Renewal): Promise<void> {
  retrying ??= retryRenewal(firstOutcome).finally(() => {
    retrying = null;
    providerUnreachable.setState(false, true);
  });
  return retrying;
}

async function retryRenewal(firstOutcome?: Renewal): Promise<void> {
  let outcome = firstOutcome ?? (await renewOnce());
  while (outcome === 'failed') {
    providerUnreachable.setState(true, true);
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_MILLISECONDS));
    outcome = await renewOnce();
  }
  if (outcome === 'refused' && session.getState() !== null) sessionEnded.setState(true, true);
}
