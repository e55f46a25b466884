import { messages } from '@/api/contract/messages.gen';
import { ApiError, ChangedSinceError, isApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { toastInfo, toastRefusal } from '@/shared/ui/toasts';

import { whoWasFirst } from './attribution';

const FORBIDDEN = 403;
const CONFLICT = 409;

/** Refusals that are reported beside the action instead of on the error page, since the consult can still be read. */
export const ACTION_REFUSALS = [FORBIDDEN, CONFLICT];

/** Does not log the request or the server's message, since both can contain patient data. */
export function logFailure(consultId: string, call: string, failure: unknown) {
  if (failure instanceof ChangedSinceError) return;
  const status = failure instanceof ApiError ? failure.status : null;
  console.warn('A call about a consult failed.', { call, status, consultId });
}

/** After a refusal, tells the user who was first or what they have to do first, and refreshes the consult. */
export function settleFailure(consultId: string, call: string) {
  return (failure: unknown) => {
    logFailure(consultId, call, failure);
    if (isApiError(failure, FORBIDDEN)) {
      toastRefusal(messages.HELP_DESK, failure.message);
      markStale(['me'], 0);
    } else if (isApiError(failure, CONFLICT)) toastInfo(whoWasFirst(failure));
    else return;
    markStale([`consult/${consultId}`, `timeline/${consultId}`, `transfer/${consultId}`], 0);
  };
}
