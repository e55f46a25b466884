import { observeServerDate, readClocks } from '@/shared/lib/server-clock';

import { access, SESSION_ENDED } from './access';
import { constants } from './contract/constants.gen';
import { ApiError, NoAnswerError } from './errors';

/** How one call differs from the others; it travels as the generated calls' `meta`. */
export interface CallPolicy {
  /** Shows no general error toast: for every failure, or for these statuses only. */
  quiet?: boolean | readonly number[];
  /** Milliseconds until one try counts as timed out; of an urgent call, until all its tries together do. */
  timeout?: number;
  /** How often a call is repeated after a network error, a time-out, a 5xx answer, or one that asks to come back later. */
  retries?: number;
  /** The same key for what the user means as one action; a new one for each call when left out. */
  idempotencyKey?: string;
}

const FIRST_PAUSE = 200;
const TOO_MANY_REQUESTS = 429;

/** Creating, acknowledging and joining a call: someone is waiting at a bedside. */
const URGENT_PATH = /\/(consults(\/[^/]+\/acknowledge)?|meeting)$/;
/** Reads that are POSTs for the size of their question. */
const READING_POST = /\/(\$search|\$cards|census)$/;

/** A key of 128 random bits; `crypto.randomUUID` would need HTTPS, which a hospital's test network may not have. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a call with the bearer token, its key and a time limit. Network errors, time-outs and 5xx answers are tried again with the same
 * key, and so is a 429 after the time that it names; other 4xx answers of the server never, except that a 401 is tried once more after a
 * silent renewal. Who waits at a bedside learns within one time limit that nothing came of it, so all tries of an urgent call share it.
 * A 429 says nothing about a try before it that may have been done, so where both come of one call, that one is its outcome.
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

/** Milliseconds for one try, or for all tries of an urgent call together. */
function timeLimit(request: Request, { timeout }: CallPolicy): number {
  return timeout ?? (isUrgent(request) ? constants.QUICK_TIMEOUT_MS : constants.TIMEOUT_MS);
}

/** The time limit of each try, which for an urgent call is the same one. */
function timeLimits(request: Request, policy: CallPolicy): () => AbortSignal {
  const limit = timeLimit(request, policy);
  if (!isUrgent(request)) return () => AbortSignal.timeout(limit);
  const whole = AbortSignal.timeout(limit);
  return () => whole;
}

/**
 * Milliseconds until the next try: longer each time, and never all browsers at once. A 429 is tried after the time that it names and a
 * little more, as it would only be repeated before; after a 5xx somebody waits whom an early try may help, whatever time it names.
 * Null when the answer stands, which a refusal does, and also a 429 that asks for more patience than anybody has.
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

/** The call may have been carried out or not. */
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
    // A query that nobody waits for any longer is not a failure.
    if (request.signal.aborted) throw error;
    return new NoAnswerError(limit.aborted ? 'timeout' : 'network');
  }
}

/**
 * Whether there is a new token for a call that was refused. While the provider cannot be asked nobody knows whether the session is over, so
 * it is not, unless the server says so.
 */
async function renewsAfter(refusal: Response): Promise<boolean> {
  const outcome = await access().renew();
  if (outcome === 'failed' && !(await saysEnded(refusal))) throw new NoAnswerError('network');
  return outcome === 'renewed';
}

/** Whether a call was refused because the server knows that its session is over. */
async function saysEnded(refusal: Response): Promise<boolean> {
  const copy = refusal.clone();
  const body: unknown = await copy.json().catch(() => null);
  return new ApiError(refusal.status, body).code === SESSION_ENDED;
}

/** What a guest network or a proxy says in the place of our server, which answers no call with a page. */
function isWebPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '');
}

/** The answer once all of it has come; one that breaks off is none. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** What the last of the tries came to, with what is unknown of one before. */
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
