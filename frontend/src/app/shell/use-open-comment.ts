import { useNavigate, useRouter } from '@tanstack/react-router';

import type { NotificationRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { useIsMobile } from '@/shared/hooks/use-layout';

/**
 * Opens the comment of a notification; the page dismisses the notification once the comment is visible. Returns
 * false if the user stayed on the page because of unsaved input.
 */
export function useOpenComment(): (notification: NotificationRead) => Promise<boolean> {
  const navigate = useNavigate();
  const router = useRouter();
  const mobile = useIsMobile();
  return async ({ id, createdAt, details: { consultId } }) => {
    const state = { showsComment: { id, createdAt } };
    const isOnConsult = () => router.state.location.pathname.endsWith(consultId);
    const wasOnConsult = isOnConsult();
    if (!wasOnConsult) {
      await navigate({ to: '/consult/$id', params: { id: consultId }, state: mobile ? {} : state });
    }
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
