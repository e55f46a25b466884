import { getRouteApi } from '@tanstack/react-router';

import { WhoWouldBePaged } from '@/features/who-would-be-paged/who-would-be-paged';

import { PlanningPage } from './planning-page';

const route = getRouteApi('/signed-in/planning/call-schedules/who-would-be-paged');

export function WhoWouldBePagedPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PlanningPage title="Who Would Be Paged">
      <WhoWouldBePaged search={search} onAsk={(asked) => void navigate({ search: asked, replace: true })} />
    </PlanningPage>
  );
}
