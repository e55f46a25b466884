import { createRoute, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import { signedInRoute } from '@/areas/root-routes';
import type { AuditAddress } from '@/features/admin-audit/filters';
import { requireResource } from '@/session/guards';
import { routes } from '@/shared/lib/routes';
import { pageSearch, type PeopleSearch, textParams } from '@/shared/lib/search-params';
import { lazyPage } from '@/shared/ui/lazy-page';

import type * as adminPages from './admin-pages';

/** The administrators' pages are loaded together. */
function adminPage(pageIn: (pages: typeof adminPages) => ComponentType) {
  return lazyPage(async () => pageIn(await import('./admin-pages')), { preload: false });
}

/** Everything in the area is for administrators. */
const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.admin,
  beforeLoad: requireResource({ resource: 'Admin', action: 'Manage' }),
  component: adminPage((pages) => pages.AdminLayout),
});

const indexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: routes.people });
  },
});

const deliveryProblemsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'undelivered-notes',
  component: adminPage((pages) => pages.DeliveryProblemsPage),
});

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'audit',
  validateSearch: (search: Record<string, unknown>): AuditAddress => textParams(search),
  component: adminPage((pages) => pages.AuditPage),
});

const systemRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'system',
  component: adminPage((pages) => pages.SystemPage),
});

const rolesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'roles',
  component: adminPage((pages) => pages.RolesPage),
});

/** Also of a new role, whose id is `new`. */
const roleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'roles/$id',
  component: adminPage((pages) => pages.RolePage),
});

const accessCheckRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'access',
  validateSearch: pageSearch,
  component: adminPage((pages) => pages.AccessCheckPage),
});

const peopleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people',
  validateSearch: (search: PeopleSearch) => search,
  component: adminPage((pages) => pages.PeoplePage),
});

/** Also of a new person, whose id is `new`. */
const personRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people/$id',
  component: adminPage((pages) => pages.PersonPage),
});

const linesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'lines',
  component: adminPage((pages) => pages.LinesPage),
});

const lineRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'lines/$id',
  component: adminPage((pages) => pages.LinePage),
});

const escalationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'lines/$id/escalation',
  component: adminPage((pages) => pages.EscalationPage),
});

const viewAsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people/$id/view-as',
  component: adminPage((pages) => pages.ViewAsPage),
});

const placesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'places',
  validateSearch: pageSearch,
  component: adminPage((pages) => pages.PlacesPage),
});

/** Also of a new place, whose id is `new`. */
const placeRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'places/$kind/$id',
  validateSearch: pageSearch,
  component: adminPage((pages) => pages.PlacePage),
});

/** The URL from before this area existed, for bookmarks. */
const oldDeliveryProblemsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/undelivered-notes',
  beforeLoad: () => {
    throw redirect({ to: routes.deliveryProblems });
  },
});

export const adminRoutes = [
  adminRoute.addChildren([
    indexRoute,
    peopleRoute,
    personRoute,
    linesRoute,
    lineRoute,
    escalationRoute,
    viewAsRoute,
    placesRoute,
    placeRoute,
    rolesRoute,
    roleRoute,
    accessCheckRoute,
    auditRoute,
    deliveryProblemsRoute,
    systemRoute,
  ]),
  oldDeliveryProblemsRoute,
] as const;
