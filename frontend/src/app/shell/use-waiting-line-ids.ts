import { useQuery } from '@tanstack/react-query';

import type { EscalationKind, PageTarget } from '@/api/generated/types.gen';
import { pagesQuery } from '@/features/paging/queries';

const KINDS: ReadonlySet<EscalationKind> = new Set<EscalationKind>(['request', 'handOver']);
const BY_DUTY: ReadonlySet<PageTarget> = new Set<PageTarget>(['allNotifications', 'escalationOnly', 'responsible']);

/** The service line of each request that waits for this user because they are on call, for whom others are paged once they no longer are. */
export function useWaitingLineIds(userId: number): readonly number[] {
  const { data } = useQuery({ ...pagesQuery(userId), enabled: false });
  const requests = data?.filter(({ kind, why }) => KINDS.has(kind) && BY_DUTY.has(why));
  return requests?.map(({ serviceLineId }) => serviceLineId) ?? [];
}
