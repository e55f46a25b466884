import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';

import { exportAuditSearch, getAuditState, searchAuditEntries, searchAuditPeople } from '@/api/generated/sdk/audit.gen';
import type { AuditFormat, AuditSearch } from '@/api/generated/types.gen';

const STATE_MS = 60_000;
/** A trail of millions of entries is sent for minutes. */
const EXPORT_MS = 30 * 60_000;

/**
 * The entries, newest first. Every request is itself an entry, so they are fetched only when the administrator asks, and they are
 * forgotten with the page, because what was typed is part of the key.
 */
export function auditQuery(search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: ['audit', search] as const,
    queryFn: ({ pageParam, signal }) =>
      searchAuditEntries({ body: pageParam === null ? search : { ...search, before: pageParam }, signal }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function firstPage(): number | null {
  return null;
}

/** The state of the chain, which the server checks every minute. */
export const auditStateQuery = queryOptions({
  queryKey: ['audit-state'],
  queryFn: ({ signal }) => getAuditState({ signal }),
  staleTime: 0,
  refetchInterval: STATE_MS,
});

/** The people whose names match what is typed; the first ones by name if nothing is. */
export function peopleQuery(text: string) {
  return queryOptions({
    queryKey: ['audit-people', text] as const,
    queryFn: ({ signal }) => searchAuditPeople({ body: text === '' ? {} : { text }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One person of the reader's organizations, if they are of one. */
export function personQuery(userId: number | null | undefined) {
  return queryOptions({
    queryKey: ['audit-person', userId] as const,
    queryFn: async ({ signal }) => {
      const { people } = await searchAuditPeople({ body: { userId }, signal });
      return people[0] ?? null;
    },
    enabled: typeof userId === 'number',
  });
}

/** Fetches everything that the filters find, as a file. */
export function useExportAudit() {
  return useMutation({
    mutationFn: async ({ search, format }: { search: AuditSearch; format: AuditFormat }) => {
      const file: unknown = await exportAuditSearch({
        body: { ...search, format },
        parseAs: 'blob',
        meta: { timeout: EXPORT_MS, quiet: true },
      });
      if (!(file instanceof Blob)) throw new TypeError('an export is a file');
      return file;
    },
  });
}
