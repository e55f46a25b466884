import type { QueryClient } from '@tanstack/react-query';

import { configureClient } from '@/api/client';
import { messages } from '@/api/contract/messages.gen';
import { type ApiError, isApiError } from '@/api/errors';
import { connectQueries } from '@/api/live';
import { measureClockWhenSet } from '@/api/measure-clock';
import { closeSocket, openSocket } from '@/api/socket';
import { takeReloadNotice } from '@/session/reload';
import { closeDrafts, openDrafts } from '@/drafts/draft-storage';
import { endSession } from '@/session/session';
import { signIn } from '@/session/sign-in';
import { session, sessionEnded, signedOut } from '@/session/state';
import { userStorage } from '@/drafts/user-storage';
import { routes } from '@/shared/lib/routes';
import { hasDirtyForms, whenClean } from '@/drafts/dirty-forms';
import { clearToasts, toastDanger, toastInfo } from '@/shared/ui/toasts';

import { OPEN_TO_ALL } from '@/session/guards';
import type { AppRouter } from './router';

/** What the server says to somebody for whom the provider vouches and who has no account here. */
const UNKNOWN_USER = 'unknown_user';

/** Joins what must not know each other: calls that fail lead to pages, the session opens and closes the socket. */
export function wire(queryClient: QueryClient, router: AppRouter): () => void {
  configureClient({
    onSignedOut: () => {
      if (hasDirtyForms()) sessionEnded.setState(true, true);
      else void endSession();
    },
    onForbidden: (refusal) => (isApiError(refusal, 403, UNKNOWN_USER) ? turnAway(router, refusal) : forbid(router)),
  });
  const stops = [
    connectQueries(queryClient),
    measureClockWhenSet(),
    session.subscribe(followSession(queryClient, router)),
    sessionEnded.subscribe(() => {
      if (!sessionEnded.getState() || hasDirtyForms()) return;
      // As when something is typed, the shell offers to sign in again while the provider is out of reach.
      signIn({ returnTo: router.state.location.href }).catch(() => undefined);
    }),
  ];
  openSocket();
  tellWhyReloaded();
  void bringBackTyped();
  window.addEventListener('pageshow', endAfterReturn);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('pageshow', endAfterReturn);
    closeSocket();
  };
}

/** The browser's Back brings a page from before the sign-in page, as it was, to whoever sits here now. */
function endAfterReturn({ persisted }: PageTransitionEvent) {
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
      void bringBackTyped();
    }
    // Another person at the same computer sees nothing of the one before.
    if (subject !== undefined && subject !== user?.profile.sub) {
      queryClient.clear();
      clearToasts();
    }
    subject = user?.profile.sub;
  };
}

/** What the page that was here before had no time to say. */
function tellWhyReloaded() {
  const notice = session.getState() === null ? null : takeReloadNotice();
  if (notice?.failed === true) toastDanger(messages.HELP_DESK, notice.why ?? undefined);
  else if (notice?.why != null) toastInfo(notice.why);
}

/** The key with which typed input is kept is fetched as soon as somebody is signed in: at a sign-out there may be no network. */
async function bringBackTyped() {
  const user = session.getState();
  if (user === null || !(await openDrafts(user.profile.sub))) return;
  toastInfo('What you typed was kept. Pick up where you left off.');
}

async function goToLogin(router: AppRouter) {
  const { pathname, href } = router.state.location;
  const ending = signedOut.getState();
  if (ending === 'chosen') await router.navigate({ to: routes.login, search: {}, ignoreBlocker: true });
  else if (ending !== null || !OPEN_TO_ALL.includes(pathname))
    await router.navigate({ to: routes.login, search: { redirect: href }, ignoreBlocker: true });
}

/** Nothing here is for them, so nothing is tried any longer; the error page says why and lets them leave. */
function turnAway(router: AppRouter, { message }: ApiError) {
  closeSocket();
  closeDrafts();
  userStorage.clear();
  void router.navigate({ to: routes.Error, state: { errorMessage: message }, ignoreBlocker: true });
}

/** Unsaved input keeps the page; the error page follows once nothing is at risk. */
function forbid(router: AppRouter) {
  if (hasDirtyForms()) toastDanger(messages.HELP_DESK);
  const { pathname } = router.state.location;
  whenClean(() => {
    if (router.state.location.pathname !== pathname) return;
    const errorMessage = 'You are not authorized to enter this route.';
    void router.navigate({ to: routes.Error, state: { errorMessage } });
  });
}
