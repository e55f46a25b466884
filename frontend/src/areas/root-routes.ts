import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';

import { startBell } from '@/features/notifications/start-bell';
import { requireSignIn, type RouterContext, stayInCall } from '@/session/guards';

/** The parent of every route; `app/router.tsx` gives it the shell. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({ beforeLoad: stayInCall });

/** The parent of every page for signed-in users. Areas add their routes below it. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async (route) => {
    await requireSignIn(route);
  },
  loader: ({ context }) => startBell(context.queryClient),
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Texts for the error page. They are part of the navigation state, never of a URL. */
    errorTitle?: string;
    errorMessage?: string;
    /** Opens the consult's note. Never part of a URL, because a user who follows a link would take the note from its author. */
    opensNote?: boolean;
    /** The comment to scroll to: its id, or the notification about it. */
    showsComment?: { commentId: number } | { id: string; createdAt: string };
  }
}
