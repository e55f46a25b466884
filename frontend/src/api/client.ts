import { toastDanger } from '@/shared/ui/toasts';

import { access, SESSION_ENDED, STEP_UP } from './access';
import { messages } from './contract/messages.gen';
import { ApiError, isApiError, NoResponseError } from './errors';
import { client } from './generated/client.gen';
import { runtimeConfig } from './runtime-config';
import { type CallPolicy, NO_RESPONSE, send } from './transport';

declare module './generated/core/types.gen' {
  // The generated calls accept these options as `meta`.
  interface ClientMeta extends CallPolicy {
    readonly _?: never;
  }
}

/** How the application reacts to failures that no single request can handle; it is responsible for navigation. */
export interface Reactions {
  /** The session is over and could not be renewed silently. */
  onSignedOut: () => void;
  /** The operation needs a fresh sign-in. */
  onStepUp: (refusal: ApiError) => void;
  /** The server denied access to the page, or to the user altogether. */
  onForbidden: (refusal: ApiError) => void;
}

/** The client's types omit `meta` from the options passed to interceptors, although it is present. */
function policyOf(options: object): CallPolicy {
  return 'meta' in options && isPolicy(options.meta) ? options.meta : {};
}

function isPolicy(value: unknown): value is CallPolicy {
  return typeof value === 'object' && value !== null;
}

/** Part of the path of every request that reads sign-offs. */
const SIGN_OFFS = '/sign-off-';

const policies = new WeakMap<Request, CallPolicy>();

let reactions: Reactions = { onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined };

/** Routes every request through `send`, and makes it throw `ApiError` or `NoResponseError` with consistent reactions. */
export function configureClient(newReactions: Reactions) {
  reactions = newReactions;
  client.setConfig({
    // The contract's paths start with /api, which is also the end of the base URL.
    baseUrl: new URL(runtimeConfig().apiBaseUrl, window.location.origin).href.replace(/\/api\/?$/, ''),
    throwOnError: true,
    fetch: sendWithPolicy,
  });
  client.interceptors.request.clear();
  client.interceptors.request.use((request, options) => {
    policies.set(request, policyOf(options));
    return request;
  });
  client.interceptors.error.clear();
  client.interceptors.error.use((error, response, request, options) => {
    const failure = response === undefined || response.ok ? error : new ApiError(response.status, error);
    if (request !== undefined) react(failure, request, policyOf(options));
    return failure;
  });
}

const sendWithPolicy: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  return send(request, (input instanceof Request ? policies.get(input) : undefined) ?? {});
};

function react(failure: unknown, request: Request, policy: CallPolicy) {
  if (!(failure instanceof ApiError)) {
    if (failure instanceof NoResponseError) showHelpDesk(failure, policy);
    return;
  }
  if (policy.withoutSession === true) return;
  const path = new URL(request.url).pathname;
  if (failure.status === 401) askToSignIn(failure);
  else if (failure.status === 403 && !path.includes(SIGN_OFFS) && !isQuiet(failure, policy))
    reactions.onForbidden(failure);
  else if (failure.status === 409 && path.endsWith('/requestLock')) console.warn('The note is locked by another user.');
  else showHelpDesk(failure, policy);
}

function askToSignIn(failure: ApiError) {
  if (failure.code === SESSION_ENDED) access().acceptSessionEnd();
  else if (failure.code === STEP_UP) reactions.onStepUp(failure);
  else reactions.onSignedOut();
}

function showHelpDesk(failure: ApiError | NoResponseError, policy: CallPolicy) {
  if (isQuiet(failure, policy)) return;
  // Rate limiting resolves itself, so show the server's message above the general one.
  toastDanger(messages.HELP_DESK, isApiError(failure, 429, 'too_many_requests') ? failure.message : undefined);
}

function isQuiet(failure: ApiError | NoResponseError, { quiet = false }: CallPolicy): boolean {
  if (typeof quiet === 'boolean') return quiet;
  return quiet.includes(failure instanceof ApiError ? failure.status : NO_RESPONSE);
}
