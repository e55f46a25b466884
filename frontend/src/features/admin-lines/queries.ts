import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { applyResponse } from '@/api/apply-response';
import {
  getLine,
  listLines,
  listLineVersions,
  previewLineHours,
  replaceLine,
  restoreLineVersion,
  saveLineDraft,
} from '@/api/generated/sdk/administration.gen';
import type { LineChange, LineDraft, LineHours, LineRead } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, changing, useFetchAgain } from '@/versions/queries';

const KEY = 'admin-lines';

export const linesQuery = queryOptions({
  queryKey: [KEY, 'list'],
  queryFn: ({ signal }) => listLines({ signal, meta: { quiet: true } }),
  staleTime: 0,
});

export function lineQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'line', id],
    queryFn: ({ signal }) => getLine({ path: { service_line_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

export function versionsQuery(id: number) {
  return queryOptions({
    queryKey: [KEY, 'versions', id],
    queryFn: ({ signal }) => listLineVersions({ path: { service_line_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

/** While hours are typed, the preview before stays. */
export function previewQuery(id: number, hours: LineHours) {
  return queryOptions({
    queryKey: [KEY, 'preview', id, hours],
    queryFn: ({ signal }) =>
      previewLineHours({ path: { service_line_id: id }, body: hours, signal, meta: { quiet: true } }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
}

export interface LineToSave {
  readonly id: number;
  /** The version that the administrator has seen: of the draft, or else of the line. */
  readonly version: string;
  readonly body: LineChange;
}

/** The caller shows the failure. */
export function useSaveLine() {
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: ({ id, version, body }: LineToSave) =>
      replaceLine({
        path: { service_line_id: id },
        body,
        ...changing(version),
      }),
    onSuccess: afterChange,
  });
}

/** The caller shows the failure. */
export function useSaveLineDraft() {
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: ({ id, version, body }: Omit<LineToSave, 'body'> & { readonly body: LineDraft }) =>
      saveLineDraft({
        path: { service_line_id: id },
        body,
        ...changing(version),
      }),
    onSuccess: afterChange,
  });
}

export interface VersionToRestore {
  readonly id: number;
  readonly version: string;
  readonly number: number;
  readonly confirmed: string[];
}

/** The caller shows the failure. */
export function useRestoreVersion() {
  const attempt = useAttempt({ independent: true });
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: (restored: VersionToRestore) =>
      attempt(restored, (idempotencyKey) =>
        restoreLineVersion({
          path: { service_line_id: restored.id, version: restored.number },
          body: { confirmed: restored.confirmed },
          headers: { 'If-Match': restored.version },
          meta: { quiet: REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: afterChange,
  });
}

/** Puts the changed line in place of the earlier one; the list, the history and previews are fetched again. */
function useAfterChange() {
  const queryClient = useQueryClient();
  return (line: LineRead) => {
    applyResponse(queryClient, lineQuery(line.id).queryKey, () => line);
    for (const queryKey of [linesQuery.queryKey, versionsQuery(line.id).queryKey, [KEY, 'preview', line.id]])
      void queryClient.invalidateQueries({ queryKey });
  };
}

/** Fetches the line, its draft and its history again. */
export function useFetchLineAgain(id: number) {
  return useFetchAgain([lineQuery(id).queryKey, versionsQuery(id).queryKey, linesQuery.queryKey, [KEY, 'preview', id]]);
}
