import { observeServerDate, readClocks } from '@/shared/lib/server-clock';

import { access, SESSION_ENDED } from './access';
import { constants } from './contract/constants.gen';
import { takeEarlyResponse } from './early-response';
import { ApiError, NoResponseError } from './errors';

/** Options of a single request, passed as `meta` to the generated functions. */
export interface CallPolicy {
  /** Suppresses the general error toast, for all failures or only for these statuses, one of which may be `NO_RESPONSE`. */
  quiet?: boolean | readonly number[];
  /** Time limit of each try in milliseconds; for an urgent request, of all its tries together. */
  timeout?: number;
  /** The number of retries after a network error, a timeout, a 5xx response or a 429. */
  retries?: number;
  /** The same key for repeated requests of one user action; by default each request gets a new one. */
  idempotencyKey?: string;
  /** The request proves itself in a way of its own; a refusal says nothing about the session. */
  withoutSession?: boolean;
}

/** What stands for a status if there was no response. */
export const NO_RESPONSE = 0;

const FIRST_DELAY = 200;
const TOO_MANY_REQUESTS = 429;

/** Requests for which someone is waiting at the bedside: creating and acknowledging a consult, and joining a call. */
const URGENT_PATH = /\/(consults(\/[^/]+\/acknowledge)?|meeting)$/;
/** Reads that use POST because of the size of their parameters. */
const READ_ONLY_POST = /\/(\$search|\$cards|census)$/;

/** A key of 128 random bits; `crypto.randomUUID` requires HTTPS, which a hospital's test network may not have. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a request with the bearer token, an idempotency key and a time limit. Network errors, timeouts and 5xx responses are retried with the same
 * key, and so is a 429 after its Retry-After; other 4xx responses are never retried, except that a 401 is retried once after a
 * silent renewal. All tries of an urgent request share one time limit, so that a user at the bedside soon learns of a failure.
 * A 429 says nothing about an earlier try that may have been carried out, so if a request has both, the earlier one is its outcome.
 */
export async function send(request: Request, policy: CallPolicy): Promise<Response> {
  const prepared = withKey(request, policy);
  const retries = policy.retries ?? constants.REQUEST_RETRIES;
  const nextLimit = timeLimits(request, policy);
  let renewed = policy.withoutSession === true;
  let unknown: Response | NoResponseError | null = null;
  for (let failures = 0; ;) {
    const response = await sendOnce(prepared, nextLimit());
    if (isUnknown(response)) unknown = response;
    if (response instanceof Response && response.status === 401 && !renewed && !asksToSignIn(response)) {
      renewed = true;
      if (await renewAfter(response)) continue;
    }
    const wait = delayBefore(response, failures, timeLimit(request, policy));
    if (wait === null || failures === retries || nextLimit().aborted) return outcomeOf(response, unknown);
    await pause(wait, request.signal);
    failures += 1;
  }
}

function withKey(request: Request, policy: CallPolicy): Request {
  if (request.method !== 'POST' || READ_ONLY_POST.test(new URL(request.url).pathname)) return request;
  const keyed = new Request(request);
  keyed.headers.set('Idempotency-Key', policy.idempotencyKey ?? newIdempotencyKey());
  return keyed;
}

function isUrgent(request: Request): boolean {
  return request.method === 'POST' && URGENT_PATH.test(new URL(request.url).pathname);
}

/** The time limit in milliseconds of one try, or of all tries of an urgent request together. */
function timeLimit(request: Request, { timeout }: CallPolicy): number {
  return timeout ?? (isUrgent(request) ? constants.QUICK_TIMEOUT_MS : constants.TIMEOUT_MS);
}

/** Returns the abort signal for each try; an urgent request shares one. */
function timeLimits(request: Request, policy: CallPolicy): () => AbortSignal {
  const limit = timeLimit(request, policy);
  if (!isUrgent(request)) return () => AbortSignal.timeout(limit);
  const shared = AbortSignal.timeout(limit);
  return () => shared;
}

/**
 * Milliseconds until the next try, with exponential backoff and jitter. A 429 is retried after its Retry-After and a
 * little more, because earlier it would only be repeated; after a 5xx the Retry-After is ignored, because an early retry may help a waiting user.
 * Null if the response is final: any other 4xx, or a 429 with a Retry-After that is too long.
 */
function delayBefore(response: Response | NoResponseError, failures: number, maxWait: number): number | null {
  const backoff = FIRST_DELAY * 2 ** failures * (0.75 + Math.random() / 2);
  if (isUnknown(response)) return backoff;
  if (!isTooManyRequests(response)) return null;
  const retryAfter = response.headers.get('Retry-After') ?? '';
  if (!/^\d{1,5}$/.test(retryAfter)) return backoff;
  const wait = Number(retryAfter) * 1000 * (1 + Math.random() / 10);
  return wait > maxWait ? null : wait;
}

/** Whether the request was carried out is unknown. */
function isUnknown(response: Response | NoResponseError): boolean {
  return response instanceof NoResponseError || response.status >= 500;
}

function isTooManyRequests(response: Response | NoResponseError): response is Response {
  return response instanceof Response && response.status === TOO_MANY_REQUESTS;
}

async function sendOnce(request: Request, limit: AbortSignal): Promise<Response | NoResponseError> {
  const signal = AbortSignal.any([request.signal, limit]);
  const attempt = new Request(request.clone(), { signal });
  const token = access().token();
  if (token !== null) attempt.headers.set('Authorization', `Bearer ${token}`);
  const early = takeEarlyResponse(attempt);
  const sent = early?.sent ?? readClocks();
  try {
    const response = await (early === null ? fetch(attempt) : unlessAborted(early.response.then(readBody), signal));
    if (isWebPage(response)) return new NoResponseError('network');
    observeServerDate(response.headers.get('Date'), sent, readClocks());
    return await readBody(response);
  } catch (error) {
    // A canceled query is not a failure.
    if (request.signal.aborted) throw error;
    return new NoResponseError(limit.aborted ? 'timeout' : 'network');
  }
}

/** Stops waiting for the response to a request that was sent without the signal. */
function unlessAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The call was canceled.', 'AbortError')));
  });
  signal.throwIfAborted();
  return Promise.race([response, aborted]);
}

/**
 * Whether there is a new token for a request that was rejected. While the provider is unreachable, the session counts as
 * active, unless the server reports that it is over.
 */
async function renewAfter(rejection: Response): Promise<boolean> {
  const outcome = await access().renew();
  if (outcome === 'failed' && !(await isSessionEnded(rejection))) throw new NoResponseError('network');
  return outcome === 'renewed';
}

/** Whether the operation needs a fresh sign-in, which a silent renewal is not. */
function asksToSignIn({ headers }: Response): boolean {
  return headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication') === true;
}

/** Whether a request was rejected because its session is over. */
async function isSessionEnded(rejection: Response): Promise<boolean> {
  const copy = rejection.clone();
  const body: unknown = await copy.json().catch(() => null);
  return new ApiError(rejection.status, body).code === SESSION_ENDED;
}

/** An HTML page from a captive portal or a proxy; our server never responds to a request with a page. */
function isWebPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '');
}

/** The response with its complete body; an incomplete one counts as no response. */
async function readBody(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** The outcome of the last try, and whether an earlier one may have been carried out. */
function outcomeOf(last: Response | NoResponseError, unknown: Response | NoResponseError | null): Response {
  const outcome = unknown !== null && isTooManyRequests(last) ? unknown : last;
  if (outcome instanceof NoResponseError) throw outcome;
  return outcome;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('The call was canceled.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
