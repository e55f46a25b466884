import { ApiError, mayHaveSucceeded } from '@/api/errors';

/** Why a request failed, and that it is safe to press the button again if the request may have been carried out. */
export function retryAdvice(failure: unknown, button: string): string {
  const silence = navigator.onLine ? 'The server did not respond.' : 'There is no network connection.';
  const why = failure instanceof ApiError ? failure.message : silence;
  return mayHaveSucceeded(failure) ? `${why} It is safe to press ${button} again.` : why;
}
