import { getRouteApi } from '@tanstack/react-router';

import { CallSchedulePlanner } from '@/features/call-schedules/planner';
import { OpenCoverRequests } from '@/features/shifts/open-cover-requests';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import type { CallSchedulesSearch } from '@/shared/lib/search-params';

const route = getRouteApi('/signed-in/planning/call-schedules');

export function CallSchedulesPage() {
  usePageTitle('Call Schedules');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Replaced, so that Back leaves the page, which asks before unsaved input is lost.
  const show = (change: CallSchedulesSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <CallSchedulePlanner search={search} onSearch={show}>
      <OpenCoverRequests serviceLineId={search.line === undefined ? undefined : Number(search.line)} />
    </CallSchedulePlanner>
  );
}
