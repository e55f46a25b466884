import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { useAttempt } from '@/drafts/attempts';
import { messages } from '@/api/contract/messages.gen';
import { isApiError } from '@/api/errors';
import { listUpdatesOptions } from '@/api/generated/queries/consults.gen';
import { addUpdate } from '@/api/generated/sdk/consults.gen';
import type { TimelineEntryRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { applyResponse } from '@/api/apply-response';
import { toastRefusal } from '@/shared/ui/toasts';

const FORBIDDEN = 403;
const CONFLICT = 409;

/** Sorts newest first, ties by id descending, so that the response to the user's own comment is merged with entries that arrived by then. */
export function newestFirst(entries: readonly TimelineEntryRead[]): TimelineEntryRead[] {
  return entries.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id);
}

/** Every entry of one consult, newest first. */
export function timelineQuery(consultId: string) {
  return queryOptions({
    ...listUpdatesOptions({ path: { consult_id: consultId }, meta: { quiet: [404] } }),
    select: newestFirst,
    staleTime: 0,
    meta: { staleOn: [`timeline/${consultId}`] },
  });
}

export interface NewComment {
  message: string;
  alert: boolean;
}

/** Adds a comment. The form reports a rejected text (400), a forbidden comment (403) and a consult that was closed in the meantime (409). */
export function useAddComment(consultId: string) {
  const queryClient = useQueryClient();
  const attempt = useAttempt();
  const { queryKey } = timelineQuery(consultId);
  return useMutation({
    mutationFn: async ({ message, alert }: NewComment) =>
      attempt({ message, alert }, async (idempotencyKey) => {
        const meta = { quiet: [400, FORBIDDEN, CONFLICT], idempotencyKey };
        return addUpdate({ path: { consult_id: consultId }, body: { message, alert }, meta });
      }),
    onSuccess: (entry) => {
      applyResponse(queryClient, queryKey, (entries) => [
        entry,
        ...(entries ?? []).filter(({ id }) => id !== entry.id),
      ]);
      markStale([`timeline/${consultId}`, `consult/${consultId}`], 0);
    },
    onError: (failure) => {
      const forbidden = isApiError(failure, FORBIDDEN);
      if (forbidden) toastRefusal(messages.HELP_DESK, failure.message);
      if (forbidden || isApiError(failure, CONFLICT)) markStale([`timeline/${consultId}`, `consult/${consultId}`], 0);
    },
  });
}
