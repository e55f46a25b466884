import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';

import { lines } from '@/api/contract/lines.gen';
import { routes } from '@/shared/lib/routes';

import { requireResource, requireSignIn, requireStart, type RouterContext } from '@/session/guards';
import { lazyPage } from '@/shared/ui/lazy-page';
import { RouteFailure } from './pages/route-failure';
import { consultView, parseSearch, stringifySearch } from '@/shared/lib/search-params';
import { Shell } from './shell/shell';

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  // Only an address that cannot be read comes here; every other one has a route.
  notFoundComponent: () => <Navigate to="/" replace />,
});

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: requireStart });

const login = createRoute({
  getParentRoute: () => root,
  path: routes.login,
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: text(search.redirect) ?? '/',
  }),
  component: lazyPage(async () => (await import('./pages/login-page')).LoginPage),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  validateSearch: (search: Record<string, unknown>): { id_token_hint?: string } => {
    const hint = text(search.id_token_hint);
    return hint === undefined ? {} : { id_token_hint: hint };
  },
  beforeLoad: ({ search }) => {
    // One that came without its value invites nobody.
    if (search.id_token_hint === undefined || search.id_token_hint === '') throw redirect({ to: '/' });
  },
  component: lazyPage(async () => (await import('./pages/invite-page')).InvitePage),
});

const callback = createRoute({
  getParentRoute: () => root,
  path: '/oauth2/callback',
  component: lazyPage(async () => (await import('./pages/callback-page')).CallbackPage),
});

const error = createRoute({
  getParentRoute: () => root,
  path: routes.Error,
  component: lazyPage(async () => (await import('./pages/error-page')).ErrorPage),
});

const help = createRoute({
  getParentRoute: () => root,
  path: routes.Help,
  component: lazyPage(async () => (await import('./pages/help-page')).HelpPage),
});

/** Everything below needs a signed-in user. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async (route) => {
    await requireSignIn(route);
  },
});

const listLayout = lazyPage(async () => (await import('@/areas/clinical/consult-layout-page')).ConsultLayoutPage);
const transferLayout = lazyPage(async () => (await import('@/areas/clinical/consult-layout-page')).TransferLayoutPage);
const welcome = lazyPage(async () => (await import('@/areas/clinical/welcome-page')).WelcomePage);
const consultPage = lazyPage(async () => (await import('@/areas/clinical/consult-page')).ConsultPage);
const rawConsult = lazyPage(async () => (await import('@/areas/clinical/raw-consult-page')).RawConsultPage);

/** For every route that shows one consult. */
const viewConsult = requireResource({ resource: 'Consult' });

const consults = createRoute({
  getParentRoute: () => signedIn,
  path: '/consult',
  beforeLoad: requireResource({ resource: 'Consult', action: 'List', fallback: '/' }),
  component: listLayout,
});
const consultWelcome = createRoute({ getParentRoute: () => consults, path: '/', component: welcome });
const consult = createRoute({
  getParentRoute: () => consults,
  path: '$id',
  beforeLoad: viewConsult,
  validateSearch: consultView,
  component: consultPage,
});
const consultNext = createRoute({
  getParentRoute: () => consults,
  path: '$id/next',
  beforeLoad: viewConsult,
  component: rawConsult,
});

const transfers = createRoute({
  getParentRoute: () => signedIn,
  path: '/transfer',
  beforeLoad: requireResource({ resource: 'Transfer', action: 'List', fallback: '/' }),
  component: transferLayout,
});
const transferWelcome = createRoute({ getParentRoute: () => transfers, path: '/', component: welcome });
const transfer = createRoute({
  getParentRoute: () => transfers,
  path: '$id',
  beforeLoad: viewConsult,
  validateSearch: consultView,
  component: consultPage,
});
const transferNext = createRoute({
  getParentRoute: () => transfers,
  path: '$id/next',
  beforeLoad: viewConsult,
  component: rawConsult,
});

/** By an older address, whose `force` fetches the consult anew and whose `cb` only makes the address another one. */
const consultLegacy = createRoute({
  getParentRoute: () => signedIn,
  path: routes.legacy,
  beforeLoad: viewConsult,
  validateSearch: (search: Record<string, unknown>): { view?: 'timeline'; cb?: string } => ({
    ...consultView(search),
    ...(text(search.cb) !== undefined && { cb: text(search.cb) }),
  }),
  component: consultPage,
});

const wizardStart = createRoute({
  getParentRoute: () => signedIn,
  path: '/request-wizard',
  beforeLoad: () => {
    throw redirect({ to: routes.consultLocation });
  },
});
const wizard = createRoute({
  getParentRoute: () => signedIn,
  id: 'wizard',
  beforeLoad: requireResource({ resource: 'Consult', action: 'Request' }),
  component: lazyPage(async () => (await import('@/areas/clinical/request-layout-page')).RequestLayoutPage),
});
const wizardIndex = createRoute({
  getParentRoute: () => wizard,
  path: '/request',
  beforeLoad: () => {
    throw redirect({ to: routes.consultLocation });
  },
});
const wizardLocation = createRoute({
  getParentRoute: () => wizard,
  path: routes.consultLocation,
  component: lazyPage(async () => (await import('@/areas/clinical/request-step-pages')).LocationStepPage),
});
const wizardPatient = createRoute({
  getParentRoute: () => wizard,
  path: routes.consultPatient,
  component: lazyPage(async () => (await import('@/areas/clinical/request-step-pages')).PatientStepPage),
});
const wizardService = createRoute({
  getParentRoute: () => wizard,
  path: routes.consultServiceLine,
  component: lazyPage(async () => (await import('@/areas/clinical/request-step-pages')).ServiceStepPage),
});
const wizardDetails = createRoute({
  getParentRoute: () => wizard,
  path: routes.consultDetails,
  beforeLoad: ({ params }) => {
    if (!lines.some((line) => line.slug === params.serviceLine)) throw redirect({ to: routes.consultServiceLine });
  },
  component: lazyPage(async () => (await import('@/areas/clinical/request-step-pages')).DetailsStepPage),
});

const noteTroubles = createRoute({
  getParentRoute: () => signedIn,
  path: routes.noteTroubles,
  beforeLoad: requireResource({ resource: 'Admin', action: 'Manage' }),
  component: lazyPage(async () => (await import('@/areas/admin/note-troubles-page')).NoteTroublesPage),
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

const routeTree = root.addChildren([
  start,
  login,
  invite,
  callback,
  error,
  help,
  signedIn.addChildren([
    consults.addChildren([consultWelcome, consult, consultNext]),
    transfers.addChildren([transferWelcome, transfer, transferNext]),
    consultLegacy,
    noteTroubles,
    wizardStart,
    wizard.addChildren([wizardIndex, wizardLocation, wizardPatient, wizardService, wizardDetails]),
  ]),
  anythingElse,
]);

export function createClinicalRouter(queryClient: QueryClient, history?: RouterHistory) {
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

export type ClinicalRouter = ReturnType<typeof createClinicalRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ClinicalRouter;
  }
  interface HistoryState {
    /** Words for the error page; they travel with the navigation and never in an address. */
    errorTitle?: string;
    errorMessage?: string;
    /** The consult's note is to be opened; no address says so, as whoever follows one would take the note from its writer. */
    opensNote?: boolean;
    /** The comment to bring to the eye, by the notification that was about it. */
    showsComment?: { id: string; createdAt: string };
  }
}
