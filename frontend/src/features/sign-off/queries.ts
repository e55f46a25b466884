import { queryOptions } from '@tanstack/react-query';

import type { SignOffCalls } from '@/service-lines/define';

/** The consult's sign-off note as a list of one, or of none. */
export function signOffsQuery(consultId: string, { notes }: SignOffCalls) {
  return queryOptions({
    queryKey: ['sign-offs', consultId],
    queryFn: () => notes({ path: { consult_id: consultId } }),
    staleTime: 0,
    meta: { staleOn: [`consult/${consultId}`] },
  });
}
