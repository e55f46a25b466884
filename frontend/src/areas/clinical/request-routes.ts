import { createRoute, redirect } from '@tanstack/react-router';

import { lines } from '@/api/contract/lines.gen';
import { signedInRoute } from '@/areas/root-routes';
import { requireResource } from '@/session/guards';
import { routes } from '@/shared/lib/routes';
import { lazyPage } from '@/shared/ui/lazy-page';

const toFirstStep = () => {
  throw redirect({ to: routes.consultLocation });
};

const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/request-wizard',
  beforeLoad: toFirstStep,
});

const wizardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'wizard',
  beforeLoad: requireResource({ resource: 'Consult', action: 'Request' }),
  component: lazyPage(async () => (await import('./request-layout-page')).RequestLayoutPage),
});

const indexRoute = createRoute({ getParentRoute: () => wizardRoute, path: '/request', beforeLoad: toFirstStep });

const locationRoute = createRoute({
  getParentRoute: () => wizardRoute,
  path: routes.consultLocation,
  component: lazyPage(async () => (await import('./request-step-pages')).LocationStepPage),
});

const patientRoute = createRoute({
  getParentRoute: () => wizardRoute,
  path: routes.consultPatient,
  component: lazyPage(async () => (await import('./request-step-pages')).PatientStepPage),
});

const serviceRoute = createRoute({
  getParentRoute: () => wizardRoute,
  path: routes.consultServiceLine,
  component: lazyPage(async () => (await import('./request-step-pages')).ServiceStepPage),
});

const detailsRoute = createRoute({
  getParentRoute: () => wizardRoute,
  path: routes.consultDetails,
  beforeLoad: ({ params }) => {
    if (!lines.some((line) => line.slug === params.serviceLine)) throw redirect({ to: routes.consultServiceLine });
  },
  component: lazyPage(async () => (await import('./request-step-pages')).DetailsStepPage),
});

/** The wizard's steps. */
export const requestRoutes = [
  startRoute,
  wizardRoute.addChildren([indexRoute, locationRoute, patientRoute, serviceRoute, detailsRoute]),
] as const;
