import { useMutation, useQueryClient } from '@tanstack/react-query';

import { endEmergencyAccess, requestEmergencyAccess } from '@/api/generated/sdk/consults.gen';
import type { RequestEmergencyAccess } from '@/api/generated/types.gen';
import { consultQuery } from '@/consults/queries';
import { useAttempt } from '@/drafts/attempts';

/** Refusals that the form shows. */
const REFUSALS = [400, 403, 404, 409, 429];

/** The caller shows the failure. */
export function useRequestEmergencyAccess() {
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestEmergencyAccess) =>
      attempt(body, (idempotencyKey) => requestEmergencyAccess({ body, meta: { quiet: REFUSALS, idempotencyKey } })),
    // What could not be shown until now is asked for anew.
    onSuccess: ({ consultIds }) => {
      for (const id of consultIds) queryClient.removeQueries({ queryKey: consultQuery(id).queryKey });
    },
  });
}

/** Then the server refuses what it has opened. */
export function useEndEmergencyAccess() {
  return useMutation({
    mutationFn: (id: string) => endEmergencyAccess({ path: { emergency_id: id } }),
  });
}
