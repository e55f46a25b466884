/** One field that the server rejected; `field` is its dotted path on the wire. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An error response: status, stable code, message, invalid fields and additional details. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fieldErrors: readonly FieldError[];
  /** The whole body, with additional details such as `acknowledgedByUser`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown) {
    const details = typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
    super(typeof details.message === 'string' ? details.message : 'The server did not respond as expected.');
    this.status = status;
    this.code = typeof details.code === 'string' ? details.code : 'unknown';
    this.fieldErrors = Array.isArray(details.errors) ? details.errors.filter(isFieldError) : [];
    this.details = details;
  }
}

/** There was no response: the network failed or the request timed out. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly reason: 'network' | 'timeout';

  constructor(reason: 'network' | 'timeout') {
    super(reason === 'timeout' ? 'The server did not respond in time.' : 'The server cannot be reached.');
    this.reason = reason;
  }
}

/** The input has changed since a request that failed but may have been carried out. Nothing was sent this time; the next attempt is. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError';

  constructor() {
    super('The earlier request may have been carried out, and this one is different.');
  }
}

const SERVER_ERROR = 500;

/** Whether a failed request may have been carried out: there was no response, or the server failed while processing it. */
export function mayHaveSucceeded(failure: unknown): boolean {
  if (failure instanceof ChangedSinceError) return false;
  return !(failure instanceof ApiError) || failure.status >= SERVER_ERROR;
}

/** True for an error response with this status and, if given, this code. */
export function isApiError(error: unknown, status: number, code?: string): error is ApiError {
  return error instanceof ApiError && error.status === status && (code === undefined || error.code === code);
}

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    typeof value.field === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
