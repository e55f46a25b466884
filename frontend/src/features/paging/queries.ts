import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { updateQuery } from '@/api/apply-response';
import { isApiError } from '@/api/errors';
import {
  findConsultOfPage,
  listConsultPages,
  listDutyPages,
  listPages,
  setConsultSeen,
  setPageMuted,
  setPagesShown,
} from '@/api/generated/sdk/paging.gen';
import type { PageRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';

/** What waits for the user, the loudest first. The bar is simply absent while it cannot be fetched; the connection banner says why. */
export function pagesQuery(userId: number) {
  return queryOptions({
    queryKey: ['pages', userId],
    queryFn: ({ signal }) => listPages({ signal, meta: { quiet: true } }),
    meta: { staleOn: ['pages'] },
  });
}

/** A locked screen soon asks again. */
const DUTY_TIMEOUT_MS = 10_000;

/** What waits for the user of a locked screen, who is not signed in. */
export function dutyPagesQuery(token: string) {
  return queryOptions({
    queryKey: ['duty-pages', token],
    queryFn: ({ signal }) =>
      listDutyPages({
        headers: { Authorization: `Duty ${token}` },
        signal,
        meta: { quiet: true, retries: 0, timeout: DUTY_TIMEOUT_MS, withoutSession: true },
      }),
    staleTime: 0,
  });
}

const NOT_FOUND = 404;

/** Where the user sees what a page is about that rang on a locked screen; null if they were not paged, or may no longer view it. */
export async function findPathOfPage(pageId: number): Promise<string | null> {
  try {
    return (await findConsultOfPage({ path: { page_id: pageId }, meta: { quiet: [NOT_FOUND] } })).path;
  } catch (error) {
    if (isApiError(error, NOT_FOUND)) return null;
    throw error;
  }
}

/** Who else has acknowledged what a page was about; null if nobody has, and if it cannot be found out, because nothing depends on it. */
export async function findTakerOfPage(pageId: number): Promise<string | null> {
  try {
    return (await findConsultOfPage({ path: { page_id: pageId }, meta: { quiet: true } })).takenBy;
  } catch {
    return null;
  }
}

/** Who was paged about the consult, and what became of it. The section shows its own error. */
export function consultPagesQuery(consultId: string) {
  return queryOptions({
    queryKey: ['consult-pages', consultId],
    queryFn: ({ signal }) => listConsultPages({ path: { consult_id: consultId }, signal, meta: { quiet: true } }),
    meta: { staleOn: [`consult/${consultId}`, `paging/${consultId}`] },
  });
}

/** Tells the server that this browser shows these pages, which proves that they have arrived. */
export function useReportShown() {
  return useMutation({
    mutationFn: (ids: readonly number[]) => setPagesShown({ body: { shown: [...ids] }, meta: { quiet: true } }),
    retry: 3,
  });
}

/** What the user has had in sight of a consult: urgent comments, and pages about anything else. */
interface Seen {
  readonly commentIds?: readonly number[];
  readonly pageIds?: readonly number[];
}

/** Tells the server what the user has seen of the consult that they were paged about. */
export function useReportSeen(consultId: string) {
  return useMutation({
    mutationFn: ({ commentIds = [], pageIds = [] }: Seen) =>
      setConsultSeen({
        path: { consult_id: consultId },
        body: { commentIds: [...commentIds], pageIds: [...pageIds] },
        meta: { quiet: true },
      }),
    onSuccess: () => markStale(['pages'], 0),
    retry: 3,
  });
}

/** Silences one page on the user's own screens, or lets it ring again; the switch shows it at once. */
export function useMute(userId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = pagesQuery(userId);
  const show = ({ id }: PageRead, muted: boolean) =>
    updateQuery(queryClient, queryKey, (pages) => pages?.map((page) => (page.id === id ? { ...page, muted } : page)));
  return useMutation({
    mutationFn: ({ page, muted }: { page: PageRead; muted: boolean }) =>
      setPageMuted({ path: { page_id: page.id }, body: { muted } }),
    onMutate: ({ page, muted }) => show(page, muted),
    onError: (_, { page }) => show(page, page.muted),
    onSettled: () => markStale(['pages'], 0),
  });
}
