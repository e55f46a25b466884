import { type QueryKey, useQueryClient } from '@tanstack/react-query';

import { type ApiError, isApiError } from '@/api/errors';
import { NO_RESPONSE } from '@/api/transport';

const CHANGED_MEANWHILE = 412;

/** Refusals of a change that its page or dialog shows, as it does if there was no response. */
export const REFUSALS = [NO_RESPONSE, 400, 403, 404, 409, CHANGED_MEANWHILE, 429];

/** How a version that the administrator has seen is changed; the page or dialog shows why not. */
export function changing(version: string) {
  return { headers: { 'If-Match': version }, meta: { quiet: REFUSALS } };
}

/** Whether someone else changed the object after the version that was to be changed. */
export function isChangedMeanwhile(failure: unknown): failure is ApiError {
  return isApiError(failure, CHANGED_MEANWHILE);
}

/** Fetches again what a change or a refusal has made old: the object, its history, lists. */
export function useFetchAgain(queryKeys: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
  };
}
