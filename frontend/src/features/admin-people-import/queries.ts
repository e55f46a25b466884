import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { isApiError } from '@/api/errors';
import {
  checkPeopleImport,
  getPeopleImportGuide,
  importPeople,
  listPeopleImports,
} from '@/api/generated/sdk/administration.gen';
import type { ImportPeople } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';

/** Of thousands of rows, on a busy server. */
const TIMEOUT_MS = 90_000;

/** Refusals that the page shows. */
const REFUSALS = [400, 403, 409, 412, 413, 429];

export const guideQuery = queryOptions({
  queryKey: ['admin-people-import', 'guide'],
  queryFn: ({ signal }) => getPeopleImportGuide({ signal, meta: { quiet: true } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const pastImportsQuery = queryOptions({
  queryKey: ['admin-people-import', 'past'],
  queryFn: ({ signal }) => listPeopleImports({ signal, meta: { quiet: true } }),
  staleTime: 0,
});

/** The caller shows the failure. */
export function useCheckImport() {
  return useMutation({
    mutationFn: (text: string) =>
      checkPeopleImport({ body: { text }, meta: { quiet: REFUSALS, retries: 0, timeout: TIMEOUT_MS } }),
  });
}

/** The caller shows the failure. */
export function useImportPeople() {
  const attempt = useAttempt({ independent: true });
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ImportPeople) =>
      attempt(body, (idempotencyKey) =>
        importPeople({ body, meta: { quiet: REFUSALS, idempotencyKey, retries: 0, timeout: TIMEOUT_MS } }),
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: pastImportsQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: ['admin-people'] });
    },
  });
}

/** Whether nothing was imported because people have changed since the file was checked. */
export function hasMoved(failure: unknown): boolean {
  return isApiError(failure, 412, 'import_changed') || isApiError(failure, 409, 'mass_change');
}
