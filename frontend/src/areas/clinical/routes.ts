import { createRoute } from '@tanstack/react-router';

import { signedInRoute } from '@/areas/root-routes';
import { startList } from '@/features/worklist/start-list';
import { requireResource } from '@/session/guards';
import { routes } from '@/shared/lib/routes';
import { type ConsultSearch, consultSearch, textParam } from '@/shared/lib/search-params';
import { lazyPage } from '@/shared/ui/lazy-page';

// Part of the first page's code, as nearly everyone starts here.
import { ConsultLayoutPage, TransferLayoutPage } from './consult-layout-page';
import { redirectToPagedConsult } from './open-page';
import { requestRoutes } from './request-routes';
import { WelcomePage } from './welcome-page';

/** For every route that shows one consult. */
const viewConsult = requireResource({ resource: 'Consult' });

const rawConsult = lazyPage(async () => (await import('./raw-consult-page')).RawConsultPage);
const rawTransfer = lazyPage(async () => (await import('./raw-consult-page')).RawTransferPage);

const emergencyAccessRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.emergencyAccess,
  beforeLoad: viewConsult,
  component: lazyPage(async () => (await import('./emergency-access-page')).EmergencyAccessPage, { preload: false }),
});

const consultsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/consult',
  beforeLoad: requireResource({ resource: 'Consult', action: 'List', fallback: '/' }),
  component: ConsultLayoutPage,
});
const consultWelcomeRoute = createRoute({
  getParentRoute: () => consultsRoute,
  path: '/',
  loader: ({ context }) => startList(context.queryClient, 'consult'),
  component: WelcomePage,
});
const consultRoute = createRoute({
  getParentRoute: () => consultsRoute,
  path: '$id',
  beforeLoad: viewConsult,
});
const consultPageRoute = createRoute({
  getParentRoute: () => consultRoute,
  path: '/',
  validateSearch: consultSearch,
  component: lazyPage(async () => (await import('./consult-page')).ConsultPage),
});
const rawConsultRoute = createRoute({ getParentRoute: () => consultRoute, path: 'next', component: rawConsult });

const transfersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/transfer',
  beforeLoad: requireResource({ resource: 'Transfer', action: 'List', fallback: '/' }),
  component: TransferLayoutPage,
});
const transferWelcomeRoute = createRoute({
  getParentRoute: () => transfersRoute,
  path: '/',
  loader: ({ context }) => startList(context.queryClient, 'transfer'),
  component: WelcomePage,
});
const transferRoute = createRoute({
  getParentRoute: () => transfersRoute,
  path: '$id',
  beforeLoad: viewConsult,
});
const transferPageRoute = createRoute({
  getParentRoute: () => transferRoute,
  path: '/',
  validateSearch: consultSearch,
  component: lazyPage(async () => (await import('./consult-page')).TransferPage),
});
const rawTransferRoute = createRoute({ getParentRoute: () => transferRoute, path: 'next', component: rawTransfer });

/** An older URL. `force` fetches the consult again; `cb` only makes the URL unique. */
const legacyConsultRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: routes.legacy,
  beforeLoad: viewConsult,
  validateSearch: (search: Record<string, unknown>): ConsultSearch & { cb?: string } => ({
    ...consultSearch(search),
    ...(textParam(search.cb) !== undefined && { cb: textParam(search.cb) }),
  }),
  component: lazyPage(async () => (await import('./consult-page')).LegacyConsultPage),
});

const pageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/pages/$pageId',
  beforeLoad: redirectToPagedConsult,
});

export const clinicalRoutes = [
  consultsRoute.addChildren([consultWelcomeRoute, consultRoute.addChildren([consultPageRoute, rawConsultRoute])]),
  transfersRoute.addChildren([transferWelcomeRoute, transferRoute.addChildren([transferPageRoute, rawTransferRoute])]),
  legacyConsultRoute,
  emergencyAccessRoute,
  pageRoute,
  ...requestRoutes,
] as const;
