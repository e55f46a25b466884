import { createRoute, redirect } from '@tanstack/react-router';

import { rootRoute } from '@/areas/root-routes';
import { routes } from '@/shared/lib/routes';
import { textParam } from '@/shared/lib/search-params';
import { lazyPage } from '@/shared/ui/lazy-page';

import { CallbackPage } from './pages/callback-page';
import { LoginPage } from './pages/login-page';

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.login,
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: textParam(search.redirect) ?? '/',
  }),
  component: LoginPage,
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite',
  validateSearch: (search: Record<string, unknown>): { id_token_hint?: string } => {
    const hint = textParam(search.id_token_hint);
    return hint === undefined ? {} : { id_token_hint: hint };
  },
  beforeLoad: ({ search }) => {
    // A link without a hint is not a valid invitation.
    if (search.id_token_hint === undefined || search.id_token_hint === '') throw redirect({ to: '/' });
  },
  component: lazyPage(async () => (await import('./pages/invite-page')).InvitePage),
});

const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth2/callback',
  component: CallbackPage,
});

const errorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.Error,
  component: lazyPage(async () => (await import('./pages/error-page')).ErrorPage),
});

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.Help,
  component: lazyPage(async () => (await import('./pages/help-page')).HelpPage),
});

/** Preloaded as well, so that a device shows it at once. */
const standalonePage = lazyPage(async () => (await import('./pages/standalone-page')).StandalonePage);

const standaloneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.standalone,
  component: standalonePage,
});

const standaloneErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/standalone-meeting/error',
  component: standalonePage,
});

const standaloneLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/standalone/meeting/$meetingId/consults/$consultId',
  component: standalonePage,
});

const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guest',
  component: lazyPage(async () => (await import('./pages/guest-page')).GuestPage, { preload: false }),
});

/** Pages that anyone can open; none of them shows patient data. */
export const publicRoutes = [
  loginRoute,
  inviteRoute,
  callbackRoute,
  errorRoute,
  helpRoute,
  standaloneRoute,
  standaloneErrorRoute,
  standaloneLinkRoute,
  guestRoute,
] as const;
