import { queryOptions, useMutation } from '@tanstack/react-query';

import { endPersonView, getPersonView, startPersonView } from '@/api/generated/sdk/administration.gen';
import { useAttempt } from '@/drafts/attempts';

/** Refusals that the page shows. */
const REFUSALS = [403, 404, 409, 429];

/** How often the view is read again, which ends it with the rights of the administrator. */
const REFRESH_MS = 60_000;

/** What the person sees. Nothing of it is kept once the view has ended. */
export function viewQuery(id: string) {
  return queryOptions({
    queryKey: ['person-view', id],
    queryFn: ({ signal }) => getPersonView({ path: { view_id: id }, signal, meta: { quiet: true } }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
    meta: { staleOn: ['me'] },
  });
}

/** The caller shows the failure. */
export function useStartView() {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: (personId: number) =>
      attempt(personId, (idempotencyKey) =>
        startPersonView({ path: { user_id: personId }, meta: { quiet: REFUSALS, idempotencyKey } }),
      ),
  });
}

/** Also when the page is left. A view that cannot be ended now ends by itself. */
export async function endView(id: string): Promise<void> {
  await endPersonView({ path: { view_id: id }, keepalive: true, meta: { quiet: true } }).catch(() => undefined);
}
