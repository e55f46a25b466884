import { createRoute } from '@tanstack/react-router';

import { signedInRoute } from '@/areas/root-routes';
import { requireResource } from '@/session/guards';
import { routes } from '@/shared/lib/routes';
import { callSchedulesSearch, forecastSearch } from '@/shared/lib/search-params';
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
  component: lazyPage(async () => (await import('./my-shifts-page')).MyShiftsPage, { preload: false }),
});

const whoWouldBePagedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.whoWouldBePaged,
  beforeLoad: requireResource(...PAGE_FORECAST),
  validateSearch: forecastSearch,
  component: lazyPage(async () => (await import('./who-would-be-paged-page')).WhoWouldBePagedPage, { preload: false }),
});

const callSchedulesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.callSchedules,
  beforeLoad: requireResource(PLANNING),
  validateSearch: callSchedulesSearch,
  component: lazyPage(async () => (await import('./call-schedules-page')).CallSchedulesPage, { preload: false }),
});

const holidaysRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.holidays,
  beforeLoad: requireResource(PLANNING),
  component: lazyPage(async () => (await import('./holidays-page')).HolidaysPage, { preload: false }),
});

const copyMonthRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.copyMonth,
  beforeLoad: requireResource(PLANNING),
  // `?schedule=3` chooses the call schedule.
  validateSearch: ({ schedule }: Record<string, unknown>): { schedule?: number } =>
    typeof schedule === 'number' ? { schedule } : {},
  component: lazyPage(async () => (await import('./copy-month-page')).CopyMonthPage, { preload: false }),
});

const fairnessRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.fairness,
  beforeLoad: requireResource(PLANNING),
  component: lazyPage(async () => (await import('./fairness-page')).FairnessPage, { preload: false }),
});

const importedCalendarsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.importedCalendars,
  beforeLoad: requireResource(PLANNING),
  component: lazyPage(async () => (await import('./imported-calendars-page')).ImportedCalendarsPage, {
    preload: false,
  }),
});

/** Duty: who is on call, and who is expected to be. */
export const dutyRoutes = [
  coverageRoute,
  myShiftsRoute,
  callSchedulesRoute,
  whoWouldBePagedRoute,
  holidaysRoute,
  copyMonthRoute,
  fairnessRoute,
  importedCalendarsRoute,
] as const;
