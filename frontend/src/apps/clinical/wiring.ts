import type { QueryClient } from '@tanstack/react-query';

import { configureClient } from '@/api/client';
import { messages } from '@/api/contract/messages.gen';
import { connectQueries } from '@/api/live';
import { closeSocket, openSocket } from '@/api/socket';
import { endSession, session, sessionEnded, signIn } from '@/session/session';
import { hasUnsavedInput, whenNothingIsUnsaved } from '@/shared/lib/unsaved-input';
import { clearToasts, toastDanger } from '@/shared/ui/toasts';

import type { ClinicalRouter } from './router';

const OPEN_TO_ALL = ['/login', '/invite', '/oauth2/callback', '/error', '/help'];

/** Joins what must not know each other: calls that fail lead to pages, the session opens and closes the socket. */
export function wire(queryClient: QueryClient, router: ClinicalRouter): () => void {
  configureClient({
    onSignedOut: () => {
      if (hasUnsavedInput()) sessionEnded.set(true);
      else void endSession();
    },
    onForbidden: () => forbid(router),
  });
  const stops = [
    connectQueries(queryClient),
    session.subscribe(followSession(queryClient, router)),
    sessionEnded.subscribe(() => {
      if (!sessionEnded.get() || hasUnsavedInput()) return;
      // As when something is typed, the shell offers to sign in again while the provider is out of reach.
      signIn({ returnTo: router.state.location.href }).catch(() => undefined);
    }),
  ];
  openSocket();
  return () => {
    for (const stop of stops) stop();
    closeSocket();
  };
}

function followSession(queryClient: QueryClient, router: ClinicalRouter): () => void {
  let subject = session.get()?.profile.sub;
  return () => {
    const user = session.get();
    if (user === null) {
      closeSocket();
      void goToLogin(router);
    } else {
      openSocket();
    }
    // Another person at the same computer sees nothing of the one before.
    if (subject !== undefined && subject !== user?.profile.sub) {
      queryClient.clear();
      clearToasts();
    }
    subject = user?.profile.sub;
  };
}

async function goToLogin(router: ClinicalRouter) {
  const { pathname, href } = router.state.location;
  if (OPEN_TO_ALL.includes(pathname)) return;
  await router.navigate({ to: '/login', search: { redirect: href }, ignoreBlocker: true });
}

/** Unsaved input keeps the page; the error page follows once nothing is at risk. */
function forbid(router: ClinicalRouter) {
  if (hasUnsavedInput()) toastDanger(messages.HELP_DESK);
  const { pathname } = router.state.location;
  whenNothingIsUnsaved(() => {
    if (router.state.location.pathname !== pathname) return;
    const errorMessage = 'You are not authorized to enter this route.';
    void router.navigate({ to: '/error', state: { errorMessage } });
  });
}
