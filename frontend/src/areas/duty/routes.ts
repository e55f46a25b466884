import { createRoute } from '@tanstack/react-router';

import { signedInRoute } from '@/areas/root-routes';
import { requireResource } from '@/session/guards';
import { routes } from '@/shared/lib/routes';
import { beginSearch, callSchedulesSearch, forecastSearch, scheduleSearch } from '@/shared/lib/search-params';
import { lazyPage } from '@/shared/ui/lazy-page';

import { COVERAGE, PAGE_FORECAST, PLANNING } from './access';

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

/** The planners' pages have links to each other, which stay while one page follows another. */
const planningRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'planning',
  component: lazyPage(async () => (await import('./planning-layout')).PlanningLayout, { preload: false }),
});

const callSchedulesRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.callSchedules,
  beforeLoad: requireResource(PLANNING),
  validateSearch: callSchedulesSearch,
  component: lazyPage(async () => (await import('./call-schedules-page')).CallSchedulesPage, { preload: false }),
});

const whoWouldBePagedRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.whoWouldBePaged,
  beforeLoad: requireResource(...PAGE_FORECAST),
  validateSearch: forecastSearch,
  component: lazyPage(async () => (await import('./who-would-be-paged-page')).WhoWouldBePagedPage, { preload: false }),
});

const holidaysRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.holidays,
  beforeLoad: requireResource(PLANNING),
  component: lazyPage(async () => (await import('./holidays-page')).HolidaysPage, { preload: false }),
});

const copyMonthRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.copyMonth,
  beforeLoad: requireResource(PLANNING),
  validateSearch: scheduleSearch,
  component: lazyPage(async () => (await import('./copy-month-page')).CopyMonthPage, { preload: false }),
});

const fairnessRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.fairness,
  beforeLoad: requireResource(PLANNING),
  component: lazyPage(async () => (await import('./fairness-page')).FairnessPage, { preload: false }),
});

const calendarsRoute = createRoute({
  getParentRoute: () => planningRoute,
  path: routes.calendars,
  beforeLoad: requireResource(PLANNING),
  validateSearch: scheduleSearch,
  component: lazyPage(async () => (await import('./calendars-page')).CalendarsPage, { preload: false }),
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
