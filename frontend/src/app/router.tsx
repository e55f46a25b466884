import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, Navigate, redirect, type RouterHistory } from '@tanstack/react-router';

import { adminRoutes } from '@/areas/admin/routes';
import { clinicalRoutes } from '@/areas/clinical/routes';
import { dutyRoutes } from '@/areas/duty/routes';
import { rootRoute, signedInRoute } from '@/areas/root-routes';
import { redirectToStartPage } from '@/session/guards';
import { parseSearch, stringifySearch } from '@/shared/lib/search-params';

import { RouteFailure } from './pages/route-failure';
import { publicRoutes } from './public-routes';
import { Shell } from './shell/shell';

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: redirectToStartPage });

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

/** The only place where an area's pages are registered. */
const routeTree = rootRoute
  .update({
    component: Shell,
    // Only a URL that cannot be parsed ends up here; every other one has a route.
    notFoundComponent: () => <Navigate to="/" replace />,
  })
  .addChildren([
    startRoute,
    ...publicRoutes,
    signedInRoute.addChildren([...clinicalRoutes, ...dutyRoutes, ...adminRoutes]),
    unknownRoute,
  ]);

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history !== undefined && { history }),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: RouteFailure,
    scrollRestoration: false,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
