import { createRoute, redirect } from '@tanstack/react-router';

import { signedInRoute } from '@/areas/root-routes';
import { requireResource } from '@/session/guards';
import { routes } from '@/shared/lib/routes';
import { lazyPage } from '@/shared/ui/lazy-page';

/** Everything in the area is for administrators. */
const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.admin,
  beforeLoad: requireResource({ resource: 'Admin', action: 'Manage' }),
});

const indexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: routes.deliveryProblems });
  },
});

const deliveryProblemsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'undelivered-notes',
  component: lazyPage(async () => (await import('./delivery-problems-page')).DeliveryProblemsPage, { preload: false }),
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
  adminRoute.addChildren([indexRoute, deliveryProblemsRoute]),
  oldDeliveryProblemsRoute,
] as const;
