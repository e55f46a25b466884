import type { QueryClient } from '@tanstack/react-query';

import { configureClient } from '@/api/client';
import { messages } from '@/api/contract/messages.gen';
import { type ApiError, isApiError } from '@/api/errors';
import { connectQueries } from '@/api/live';
import { syncClockOnChange } from '@/api/sync-clock';
import { closeSocket, openSocket } from '@/api/socket';
import { takeReloadNotice } from '@/session/reload';
import { closeDrafts, openDrafts } from '@/drafts/draft-storage';
import { showRestoredNotice } from '@/drafts/restored-notice';
import { endSession, lockTab } from '@/session/session';
import { signIn } from '@/session/sign-in';
import { session, sessionEnded, signedOut, stepUp } from '@/session/state';
import { userStorage } from '@/drafts/user-storage';
import { routes } from '@/shared/lib/routes';
import { hasDirtyForms, whenClean } from '@/drafts/dirty-forms';
import { clearToasts, toastDanger, toastInfo } from '@/shared/ui/toasts';

import { PUBLIC_PATHS } from '@/session/guards';
import { openNotificationLinks } from './notification-links';
import type { AppRouter } from './router';

/** The server's error code for a user whom the provider has authenticated but who has no account here. */
const UNKNOWN_USER = 'unknown_user';

/** Connects modules that must not import each other: failed requests redirect to pages, the session opens and closes the socket. */
export function wire(queryClient: QueryClient, router: AppRouter): () => void {
  configureClient({
    onSignedOut: () => {
      if (hasDirtyForms()) sessionEnded.setState(true, true);
      else if (!lockTab()) void endSession();
    },
    onStepUp: ({ details: { maxAge, acrValues } }) =>
      stepUp.setState({ maxAge: Number(maxAge), acrValues: typeof acrValues === 'string' ? acrValues : null }, true),
    onForbidden: (failure) => (isApiError(failure, 403, UNKNOWN_USER) ? denyAccess(router, failure) : forbid(router)),
  });
  const unsubscribes = [
    connectQueries(queryClient),
    syncClockOnChange(),
    openNotificationLinks(router),
    session.subscribe(followSession(queryClient, router)),
    sessionEnded.subscribe(() => {
      if (!sessionEnded.getState() || lockTab() || hasDirtyForms()) return;
      // The shell offers to sign in again while the provider is unreachable, as with unsaved input.
      signIn({ returnTo: router.state.location.href }).catch(() => undefined);
    }),
  ];
  openSocket();
  showReloadNotice();
  void restoreDrafts();
  window.addEventListener('pageshow', endAfterBack);
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    window.removeEventListener('pageshow', endAfterBack);
    closeSocket();
  };
}

/** The browser's Back can restore a cached page from before the sign-in page, for a different user. */
function endAfterBack({ persisted }: PageTransitionEvent) {
  if (persisted && sessionEnded.getState()) void endSession();
}

function followSession(queryClient: QueryClient, router: AppRouter): () => void {
  let subject = session.getState()?.profile.sub;
  return () => {
    const user = session.getState();
    if (user === null) {
      closeSocket();
      void goToLogin(router);
    } else {
      openSocket();
      void restoreDrafts();
    }
    // Another user of the same computer sees nothing of the previous one.
    if (subject !== undefined && subject !== user?.profile.sub) {
      queryClient.clear();
      clearToasts();
    }
    subject = user?.profile.sub;
  };
}

/** Shows the message that the page stored before it was reloaded. */
function showReloadNotice() {
  const notice = session.getState() === null ? null : takeReloadNotice();
  if (notice?.failed === true) toastDanger(messages.HELP_DESK, notice.message ?? undefined);
  else if (notice?.message != null) toastInfo(notice.message);
}

/** Fetches the key for drafts right after sign-in, because there may be no network at sign-out. */
async function restoreDrafts() {
  const user = session.getState();
  if (user === null || !(await openDrafts(user.profile.sub))) return;
  showRestoredNotice();
}

async function goToLogin(router: AppRouter) {
  const { pathname, href } = router.state.location;
  const ending = signedOut.getState();
  if (ending === 'chosen') await router.navigate({ to: routes.login, search: {}, ignoreBlocker: true });
  else if (ending !== null || !PUBLIC_PATHS.includes(pathname))
    await router.navigate({ to: routes.login, search: { redirect: href }, ignoreBlocker: true });
}

/** The user has no access at all, so retries stop; the error page explains it and lets them log out. */
function denyAccess(router: AppRouter, { message }: ApiError) {
  closeSocket();
  closeDrafts();
  userStorage.clear();
  void router.navigate({ to: routes.Error, state: { errorMessage: message }, ignoreBlocker: true });
}

/** Unsaved input keeps the page; the error page follows once it is saved. */
function forbid(router: AppRouter) {
  if (hasDirtyForms()) toastDanger(messages.HELP_DESK);
  const { pathname } = router.state.location;
  whenClean(() => {
    if (router.state.location.pathname !== pathname) return;
    const errorMessage = 'You are not authorized to enter this route.';
    void router.navigate({ to: routes.Error, state: { errorMessage } });
  });
}
