import { ApiError, NoResponseError } from '@/api/errors';

/** For requests of windows without a session, which have a secret of their own. */
export const withoutSession = { quiet: true, withoutSession: true };

/** A window that cannot reach the server at the start tries again, for as long as the meeting waits for it. */
const RETRY_MS = 2_000;
const RETURN_MS = 120_000;

/** `isOver` says for which failures nobody should wait. */
export async function untilResponse<T>(
  request: () => Promise<T>,
  isOver: (failure: unknown) => boolean = () => false,
): Promise<T> {
  const last = Date.now() + RETURN_MS;
  for (;;) {
    try {
      return await request();
    } catch (failure) {
      if (!isTemporary(failure) || isOver(failure) || Date.now() >= last) throw failure;
    }
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS));
  }
}

/** Whether the same request may succeed later. */
export function isTemporary(failure: unknown): boolean {
  return failure instanceof NoResponseError || (failure instanceof ApiError && failure.status >= 500);
}
