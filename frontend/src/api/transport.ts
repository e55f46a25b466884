import { observeServerDate } from '@/shared/lib/server-clock';

import { access } from './access';
import { constants } from './contract/constants.gen';
import { NoAnswerError } from './errors';

/** How one call differs from the others; it travels as the generated calls' `meta`. */
export interface CallPolicy {
  /** Shows no general error toast: for every failure, or for these statuses only. */
  quiet?: boolean | readonly number[];
  /** Milliseconds until one try counts as timed out; of an urgent call, until all its tries together do. */
  timeout?: number;
  /** How often a call is repeated after a network error, a time-out or a 5xx answer. */
  retries?: number;
  /** The same key for what the user means as one action; a new one for each call when left out. */
  idempotencyKey?: string;
}

const FIRST_PAUSE = 200;

/** Creating and acknowledging: someone is waiting at a bedside. */
const URGENT_PATH = /\/consults(\/[^/]+\/acknowledge)?$/;
/** Reads that are POSTs for the size of their question. */
const READING_POST = /\/(\$search|census)$/;

/** A key of 128 random bits; `crypto.randomUUID` would need HTTPS, which a hospital's test network may not have. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a call with the bearer token, its key and a time limit. Network errors, time-outs and 5xx answers are tried again with the same
 * key, 4xx answers never, except that a 401 is tried once more after a silent renewal. Who waits at a bedside learns within one time
 * limit that nothing came of it, so all tries of an urgent call share it.
 */
export async function send(request: Request, policy: CallPolicy): Promise<Response> {
  const prepared = withKey(request, policy);
  const retries = policy.retries ?? constants.REQUEST_RETRIES;
  const nextLimit = timeLimits(request, policy);
  let renewed = false;
  for (let failures = 0; ;) {
    const answer = await sendOnce(prepared, nextLimit());
    if (answer instanceof Response && answer.status === 401 && !renewed) {
      renewed = true;
      const outcome = await access().renew();
      if (outcome === 'renewed') continue;
      // While the provider cannot be asked nobody knows whether the session is over, so it is not.
      if (outcome === 'failed') throw new NoAnswerError('network');
    }
    if (answer instanceof Response && answer.status < 500) return answer;
    if (failures === retries || nextLimit().aborted) return orThrow(answer);
    await pause(FIRST_PAUSE * 2 ** failures, request.signal);
    failures += 1;
  }
}

function withKey(request: Request, policy: CallPolicy): Request {
  if (request.method !== 'POST' || READING_POST.test(new URL(request.url).pathname)) return request;
  const keyed = new Request(request);
  keyed.headers.set('Idempotency-Key', policy.idempotencyKey ?? newIdempotencyKey());
  return keyed;
}

/** The time limit of each try, which for an urgent call is the same one. */
function timeLimits(request: Request, { timeout }: CallPolicy): () => AbortSignal {
  const isUrgent = request.method === 'POST' && URGENT_PATH.test(new URL(request.url).pathname);
  if (!isUrgent) return () => AbortSignal.timeout(timeout ?? constants.TIMEOUT_MS);
  const whole = AbortSignal.timeout(timeout ?? constants.QUICK_TIMEOUT_MS);
  return () => whole;
}

async function sendOnce(request: Request, limit: AbortSignal): Promise<Response | NoAnswerError> {
  const signal = AbortSignal.any([request.signal, limit]);
  const attempt = new Request(request.clone(), { signal });
  const token = access().token();
  if (token !== null) attempt.headers.set('Authorization', `Bearer ${token}`);
  const sentAt = Date.now();
  try {
    const response = await fetch(attempt);
    observeServerDate(response.headers.get('Date'), sentAt, Date.now());
    return response;
  } catch (error) {
    // A query that nobody waits for any longer is not a failure.
    if (request.signal.aborted) throw error;
    return new NoAnswerError(limit.aborted ? 'timeout' : 'network');
  }
}

function orThrow(answer: Response | NoAnswerError): Response {
  if (answer instanceof NoAnswerError) throw answer;
  return answer;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The call was cancelled.', 'AbortError'));
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      milliseconds * (0.75 + Math.random() / 2),
    );
    signal.addEventListener('abort', stop, { once: true });
  });
}
