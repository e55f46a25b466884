import { createRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import { signedInRoute } from '@/areas/root-routes';
import { requireResource } from '@/session/guards';
import { routes } from '@/shared/lib/routes';
import { beginSearch, callSchedulesSearch, forecastSearch, scheduleSearch } from '@/shared/lib/search-params';
import { lazyPage } from '@/shared/ui/lazy-page';

import { COVERAGE, PAGE_FORECAST, PLANNING } from './access';
import type * as planningPages from './planning-pages';

const coverageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.coverage,
  beforeLoad: requireResource(...COVERAGE),
  // `?wall=1` is larger, for a screen that is read from across a room.
  validateSearch: ({ wall }: Record<string, unknown>): { wall?: '1' } => (wall === '1' ? { wall } : {}),
  component: lazyPage(async () => (await import('./coverage-page')).CoveragePage, { preload: false }),
});

const myShiftsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.myShifts,
  beforeLoad: requireResource({ resource: 'Consult', action: 'Give' }),
  validateSearch: beginSearch,
  component: lazyPage(async () => (await import('./my-shifts-page')).MyShiftsPage, { preload: false }),
});

/** The planners' pages are loaded together. */
function planningPage(pageIn: (pages: typeof planningPages) => ComponentType) {
  return lazyPage(async () => pageIn(await import('./planning-pages')), { preload: false });
}

/** The planners' pages have links to each other, which stay while one page follows another. */
const planningRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'planning',
  component: planningPage((pages) => pages.PlanningLayout),
});

const callSchedulesRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.callSchedules,
  beforeLoad: requireResource(PLANNING),
  validateSearch: callSchedulesSearch,
  component: planningPage((pages) => pages.CallSchedulesPage),
});

const whoWouldBePagedRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.whoWouldBePaged,
  beforeLoad: requireResource(...PAGE_FORECAST),
  validateSearch: forecastSearch,
  component: planningPage((pages) => pages.WhoWouldBePagedPage),
});

const holidaysRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.holidays,
  beforeLoad: requireResource(PLANNING),
  component: planningPage((pages) => pages.HolidaysPage),
});

const copyMonthRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.copyMonth,
  beforeLoad: requireResource(PLANNING),
  validateSearch: scheduleSearch,
  component: planningPage((pages) => pages.CopyMonthPage),
});

const fairnessRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.fairness,
  beforeLoad: requireResource(PLANNING),
  component: planningPage((pages) => pages.FairnessPage),
});

const calendarsRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.calendars,
  beforeLoad: requireResource(PLANNING),
  validateSearch: scheduleSearch,
  component: planningPage((pages) => pages.CalendarsPage),
});

/** Duty: who is on call, and who is expected to be. */
export const dutyRoutes = [
  coverageRoute,
  myShiftsRoute,
  planningRoute.addChildren([
    callSchedulesRoute,
    whoWouldBePagedRoute,
    holidaysRoute,
    copyMonthRoute,
    fairnessRoute,
    calendarsRoute,
  ]),
] as const;
