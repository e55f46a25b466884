import { queryOptions } from '@tanstack/react-query';

import type { SignOffCalls } from '@/service-lines/define';

/** The consult's sign-off note as a list of one, or of none; that it cannot be shown is said in its place. */
export function signOffsQuery(consultId: string, { notes }: SignOffCalls) {
  return queryOptions({
    queryKey: ['sign-offs', consultId],
    queryFn: () => notes({ path: { consult_id: consultId }, meta: { quiet: [403, 404] } }),
    staleTime: 0,
    meta: { staleOn: [`consult/${consultId}`] },
  });
}
