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

const connectionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'connections',
  component: adminPage((pages) => pages.ConnectionsPage),
});

const deliveryProblemsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'connections/undelivered-notes',
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

const provisioningRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'provisioning',
  component: adminPage((pages) => pages.ProvisioningPage),
});

const accessCheckRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'access',
  validateSearch: pageSearch,
  component: adminPage((pages) => pages.AccessCheckPage),
});

const emergencyAccessesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'emergency-access',
  component: adminPage((pages) => pages.EmergencyAccessesPage),
});

const peopleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people',
  validateSearch: (search: PeopleSearch) => search,
  component: adminPage((pages) => pages.PeoplePage),
});

const peopleImportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people/import',
  component: adminPage((pages) => pages.PeopleImportPage),
});

/** Also of a new person, whose id is `new`. */
const personRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people/$id',
  component: adminPage((pages) => pages.PersonPage),
});

const draftsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'drafts',
  component: adminPage((pages) => pages.DraftsPage),
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
  validateSearch: ({ organization }: Record<string, unknown>): { organization?: string } =>
    typeof organization === 'string' ? { organization } : {},
  component: adminPage((pages) => pages.EscalationPage),
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

const viewAsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'people/$id/view-as',
  component: adminPage((pages) => pages.ViewAsPage),
});

/** Not below the area's own route, because whoever manages retention need not administer anything else. */
const retentionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.retention,
  beforeLoad: requireResource({ resource: 'Retention', action: 'Manage' }),
  component: adminPage((pages) => pages.RetentionPage),
});

/** Earlier URLs, for bookmarks. */
const toDeliveryProblems = () => {
  throw redirect({ to: routes.deliveryProblems });
};

const oldDeliveryProblemsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'undelivered-notes',
  beforeLoad: toDeliveryProblems,
});

const oldestDeliveryProblemsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/undelivered-notes',
  beforeLoad: toDeliveryProblems,
});

export const adminRoutes = [
  adminRoute.addChildren([
    indexRoute,
    peopleRoute,
    peopleImportRoute,
    personRoute,
    draftsRoute,
    linesRoute,
    lineRoute,
    escalationRoute,
    placesRoute,
    placeRoute,
    viewAsRoute,
    rolesRoute,
    roleRoute,
    accessCheckRoute,
    emergencyAccessesRoute,
    provisioningRoute,
    auditRoute,
    connectionsRoute,
    deliveryProblemsRoute,
    oldDeliveryProblemsRoute,
    systemRoute,
  ]),
  retentionRoute,
  oldestDeliveryProblemsRoute,
] as const;
