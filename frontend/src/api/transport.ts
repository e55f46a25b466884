import { observeServerDate, readClocks } from '@/shared/lib/server-clock';

import { access, SESSION_ENDED } from './access';
import { constants } from './contract/constants.gen';
import { ApiError, NoAnswerError } from './errors';

/** Options of a single call, passed as `meta` of the generated calls. */
export interface CallPolicy {
  /** Suppresses the general error toast, for all failures or only for these statuses. */
  quiet?: boolean | readonly number[];
  /** Time limit of each try in milliseconds; for an urgent call, of all its tries together. */
  timeout?: number;
  /** The number of retries after a network error, a time-out, a 5xx response or a 429. */
  retries?: number;
  /** The same key for repeated calls of one user action; by default each call gets a new one. */
  idempotencyKey?: string;
}

const FIRST_PAUSE = 200;
const TOO_MANY_REQUESTS = 429;

/** Calls for which someone is waiting at the bedside: creating and acknowledging a consult, and joining a call. */
const URGENT_PATH = /\/(consults(\/[^/]+\/acknowledge)?|meeting)$/;
/** Reads that use POST because of the size of their parameters. */
const READING_POST = /\/(\$search|\$cards|census)$/;

/** A key of 128 random bits; `crypto.randomUUID` requires HTTPS, which a hospital's test network may not have. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a call with the bearer token, an idempotency key and a time limit. Network errors, time-outs and 5xx responses are retried with the same
 * key, and so is a 429 after its Retry-After; other 4xx responses are never retried, except that a 401 is retried once after a
 * silent renewal. All tries of an urgent call share one time limit, so that a user at the bedside soon learns of a failure.
 * A 429 says nothing about an earlier try that may have been carried out, so if a call has both, the earlier one is its outcome.
 */
export async function send(request: Request, policy: CallPolicy): Promise<Response> {
  const prepared = withKey(request, policy);
  const retries = policy.retries ?? constants.REQUEST_RETRIES;
  const nextLimit = timeLimits(request, policy);
  let renewed = false;
  let unknown: Response | NoAnswerError | null = null;
  for (let failures = 0; ;) {
    const answer = await sendOnce(prepared, nextLimit());
    if (isUnknown(answer)) unknown = answer;
    if (answer instanceof Response && answer.status === 401 && !renewed) {
      renewed = true;
      if (await renewsAfter(answer)) continue;
    }
    const wait = pauseBefore(answer, failures, timeLimit(request, policy));
    if (wait === null || failures === retries || nextLimit().aborted) return outcomeOf(answer, unknown);
    await pause(wait, request.signal);
    failures += 1;
  }
}

function withKey(request: Request, policy: CallPolicy): Request {
  if (request.method !== 'POST' || READING_POST.test(new URL(request.url).pathname)) return request;
  const keyed = new Request(request);
  keyed.headers.set('Idempotency-Key', policy.idempotencyKey ?? newIdempotencyKey());
  return keyed;
}

function isUrgent(request: Request): boolean {
  return request.method === 'POST' && URGENT_PATH.test(new URL(request.url).pathname);
}

/** The time limit in milliseconds of one try, or of all tries of an urgent call together. */
function timeLimit(request: Request, { timeout }: CallPolicy): number {
  return timeout ?? (isUrgent(request) ? constants.QUICK_TIMEOUT_MS : constants.TIMEOUT_MS);
}

/** Returns the abort signal for each try; an urgent call shares one. */
function timeLimits(request: Request, policy: CallPolicy): () => AbortSignal {
  const limit = timeLimit(request, policy);
  if (!isUrgent(request)) return () => AbortSignal.timeout(limit);
  const whole = AbortSignal.timeout(limit);
  return () => whole;
}

/**
 * Milliseconds until the next try, with exponential backoff and jitter. A 429 is retried after its Retry-After and a
 * little more, because earlier it would only be repeated; after a 5xx the Retry-After is ignored, because an early retry may help a waiting user.
 * Null if the response is final: any other 4xx, or a 429 with a Retry-After that is too long.
 */
function pauseBefore(answer: Response | NoAnswerError, failures: number, longest: number): number | null {
  const usual = FIRST_PAUSE * 2 ** failures * (0.75 + Math.random() / 2);
  if (isUnknown(answer)) return usual;
  if (!isTooMany(answer)) return null;
  const asked = answer.headers.get('Retry-After') ?? '';
  if (!/^\d{1,5}$/.test(asked)) return usual;
  const wait = Number(asked) * 1000 * (1 + Math.random() / 10);
  return wait > longest ? null : wait;
}

/** Whether the call was carried out is unknown. */
function isUnknown(answer: Response | NoAnswerError): boolean {
  return answer instanceof NoAnswerError || answer.status >= 500;
}

function isTooMany(answer: Response | NoAnswerError): answer is Response {
  return answer instanceof Response && answer.status === TOO_MANY_REQUESTS;
}

async function sendOnce(request: Request, limit: AbortSignal): Promise<Response | NoAnswerError> {
  const signal = AbortSignal.any([request.signal, limit]);
  const attempt = new Request(request.clone(), { signal });
  const token = access().token();
  if (token !== null) attempt.headers.set('Authorization', `Bearer ${token}`);
  const sent = readClocks();
  try {
    const response = await fetch(attempt);
    if (isWebPage(response)) return new NoAnswerError('network');
    observeServerDate(response.headers.get('Date'), sent, readClocks());
    return await whole(response);
  } catch (error) {
    // A canceled query is not a failure.
    if (request.signal.aborted) throw error;
    return new NoAnswerError(limit.aborted ? 'timeout' : 'network');
  }
}

/**
 * Whether there is a new token for a call that was rejected. While the provider is unreachable, the session counts as
 * active, unless the server reports that it is over.
 */
async function renewsAfter(refusal: Response): Promise<boolean> {
  const outcome = await access().renew();
  if (outcome === 'failed' && !(await saysEnded(refusal))) throw new NoAnswerError('network');
  return outcome === 'renewed';
}

/** Whether a call was rejected because its session is over. */
async function saysEnded(refusal: Response): Promise<boolean> {
  const copy = refusal.clone();
  const body: unknown = await copy.json().catch(() => null);
  return new ApiError(refusal.status, body).code === SESSION_ENDED;
}

/** An HTML page from a captive portal or a proxy; our server never responds to a call with a page. */
function isWebPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '');
}

/** The response with its complete body; an incomplete one counts as no response. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** The outcome of the last try, and whether an earlier one may have been carried out. */
function outcomeOf(last: Response | NoAnswerError, unknown: Response | NoAnswerError | null): Response {
  const outcome = unknown !== null && isTooMany(last) ? unknown : last;
  if (outcome instanceof NoAnswerError) throw outcome;
  return outcome;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The call was cancelled.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
