import { useQuery } from '@tanstack/react-query';

import type { LineOnCall } from '@/api/generated/types.gen';

import { onCallQuery } from './queries';

/** Who is on call for a line now. Unknown also means that the last answer may be outdated. */
export function useOnCall(serviceLineId: number): LineOnCall | 'loading' | 'unknown' {
  const { data, isPending, isError } = useQuery(onCallQuery);
  if (isPending) return 'loading';
  const line = isError ? undefined : data.find((each) => each.serviceLineId === serviceLineId);
  return line ?? 'unknown';
}

/** True if it is certain that nobody is on call for the line. */
export function isUnstaffed(onCall: ReturnType<typeof useOnCall>): boolean {
  return typeof onCall !== 'string' && onCall.total === 0;
}
