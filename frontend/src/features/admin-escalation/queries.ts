import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { applyResponse } from '@/api/apply-response';
import {
  compareForecasts,
  getEscalation,
  listEscalationVersions,
  replaceEscalation,
  restoreEscalationVersion,
  saveEscalationDraft,
} from '@/api/generated/sdk/administration.gen';
import { listForecastChoices } from '@/api/generated/sdk/paging-forecasts.gen';
import type { AskForecast, EscalationChange, EscalationDraft, LineEscalationRead } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, changing, useFetchAgain } from '@/versions/queries';

const KEY = 'admin-escalation';

/** Of which line, and in which organization, requests escalate. */
export interface Scope {
  readonly lineId: number;
  readonly organizationId: number;
}

function pathOf({ lineId, organizationId }: Scope) {
  return { service_line_id: lineId, organization_id: organizationId };
}

export function escalationQuery(scope: Scope) {
  return queryOptions({
    queryKey: [KEY, 'one', scope],
    queryFn: ({ signal }) => getEscalation({ path: pathOf(scope), signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

export function versionsQuery(scope: Scope) {
  return queryOptions({
    queryKey: [KEY, 'versions', scope],
    queryFn: ({ signal }) => listEscalationVersions({ path: pathOf(scope), signal, meta: { quiet: true } }),
    staleTime: 0,
  });
}

/** The locations about which it can be asked who would be paged. */
export const locationsQuery = queryOptions({
  queryKey: [KEY, 'locations'],
  queryFn: ({ signal }) => listForecastChoices({ signal, meta: { quiet: true } }),
  staleTime: 0,
});

interface ToSave<B> {
  /** The version that the administrator has seen: of the draft, or else of the escalation. */
  readonly version: string;
  readonly body: B;
}

/** The caller shows the failure. */
export function useSaveEscalation(scope: Scope) {
  const afterChange = useAfterChange(scope);
  return useMutation({
    mutationFn: ({ version, body }: ToSave<EscalationChange>) =>
      replaceEscalation({ path: pathOf(scope), body, ...changing(version) }),
    onSuccess: afterChange,
  });
}

/** The caller shows the failure. */
export function useSaveEscalationDraft(scope: Scope) {
  const afterChange = useAfterChange(scope);
  return useMutation({
    mutationFn: ({ version, body }: ToSave<EscalationDraft>) =>
      saveEscalationDraft({ path: pathOf(scope), body, ...changing(version) }),
    onSuccess: afterChange,
  });
}

/** The caller shows the failure. */
export function useRestoreVersion(scope: Scope) {
  const attempt = useAttempt({ independent: true });
  const afterChange = useAfterChange(scope);
  return useMutation({
    mutationFn: (restored: { readonly version: string; readonly number: number; readonly confirmed: string[] }) =>
      attempt(restored, (idempotencyKey) =>
        restoreEscalationVersion({
          path: { ...pathOf(scope), version: restored.number },
          body: { confirmed: restored.confirmed },
          headers: { 'If-Match': restored.version },
          meta: { quiet: REFUSALS, idempotencyKey },
        }),
      ),
    onSuccess: afterChange,
  });
}

/** Who would be paged, as it is and with these policies. The caller shows the failure. */
export function useCompare(scope: Scope) {
  return useMutation({
    mutationFn: (body: AskForecast) => compareForecasts({ path: pathOf(scope), body, meta: { quiet: REFUSALS } }),
  });
}

function useAfterChange(scope: Scope) {
  const queryClient = useQueryClient();
  return (escalation: LineEscalationRead) => {
    applyResponse(queryClient, escalationQuery(scope).queryKey, () => escalation);
    void queryClient.invalidateQueries({ queryKey: versionsQuery(scope).queryKey });
  };
}

/** Fetches the escalation, its draft and its history again. */
export function useFetchEscalationAgain(scope: Scope) {
  return useFetchAgain([escalationQuery(scope).queryKey, versionsQuery(scope).queryKey]);
}
