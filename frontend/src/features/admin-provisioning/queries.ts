import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { applyResponse } from '@/api/apply-response';
import { allowDeactivations, getProvisioning, setGroupRoles } from '@/api/generated/sdk/administration.gen';
import type { ProvisioningRead } from '@/api/generated/types.gen';
import { useAttempt } from '@/drafts/attempts';
import { REFUSALS, changing } from '@/versions/queries';

const REFETCH_MS = 30_000;

/** How provisioning goes. A failure is shown in the place of the page. */
export const provisioningQuery = queryOptions({
  queryKey: ['provisioning'],
  queryFn: ({ signal }) => getProvisioning({ signal, meta: { quiet: true } }),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});

export interface RolesToSave {
  readonly groupId: number;
  /** The version that the administrator has seen. */
  readonly version: string;
  readonly roleIds: number[];
  /** The consequences that the administrator has been shown. */
  readonly confirmed: string[];
}

/** The caller shows the failure. */
export function useSaveRoles() {
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: ({ groupId, version, ...body }: RolesToSave) =>
      setGroupRoles({
        path: { group_id: groupId },
        body,
        ...changing(version),
      }),
    onSuccess: afterChange,
  });
}

/** The caller shows the failure. */
export function useAllow() {
  const attempt = useAttempt({ independent: true });
  const afterChange = useAfterChange();
  return useMutation({
    mutationFn: (organizationId: number) =>
      attempt(organizationId, (idempotencyKey) =>
        allowDeactivations({ path: { organization_id: organizationId }, meta: { quiet: REFUSALS, idempotencyKey } }),
      ),
    onSuccess: afterChange,
  });
}

export function useFetchAgain() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: provisioningQuery.queryKey });
}

function useAfterChange() {
  const queryClient = useQueryClient();
  return (read: ProvisioningRead) => applyResponse(queryClient, provisioningQuery.queryKey, () => read);
}
