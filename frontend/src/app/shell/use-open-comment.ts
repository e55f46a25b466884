import { type HistoryState, useNavigate, useRouter } from '@tanstack/react-router';

import type { NotificationRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { useIsMobile } from '@/shared/hooks/use-layout';

export interface CommentPlace {
  /** Of its consult's page. */
  path: string;
  consultId: string;
  comment: NonNullable<HistoryState['showsComment']>;
}

/** The comment that a notification is about. */
export function notifiedComment({ id, createdAt, details: { consultId } }: NotificationRead): CommentPlace {
  return { path: `/consult/${consultId}`, consultId, comment: { id, createdAt } };
}

/**
 * Opens a comment; if a notification led to it, the page dismisses that once the comment is visible. Returns false if the user stayed on
 * the page because of unsaved input.
 */
export function useOpenComment(): (place: CommentPlace) => Promise<boolean> {
  const navigate = useNavigate();
  const router = useRouter();
  const mobile = useIsMobile();
  return async ({ path, consultId, comment }) => {
    const state = { showsComment: comment };
    const isOnConsult = () => router.state.location.pathname.endsWith(consultId);
    const wasOnConsult = isOnConsult();
    if (!wasOnConsult) await navigate({ href: path, state: mobile ? {} : state });
    if (!isOnConsult()) return false;
    // The event for the comment may have been missed.
    markStale([`timeline/${consultId}`], 0);
    const { href, pathname, search } = router.state.location;
    // A separate history entry, so that the back gesture leads to the consult.
    if (mobile && search.view !== 'timeline') await navigate({ to: pathname, search: { view: 'timeline' }, state });
    else if (wasOnConsult) await navigate({ href, state, replace: true });
    return true;
  };
}
