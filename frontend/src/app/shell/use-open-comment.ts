import { useNavigate, useRouter } from '@tanstack/react-router';

import type { NotificationRead } from '@/api/generated/types.gen';
import { markStale } from '@/api/live';
import { useIsMobile } from '@/shared/hooks/use-layout';

/**
 * Leads to the comment that a notification is about; the page dismisses the notification once the comment is on the screen. Answers
 * false where the user stayed with what they had not saved.
 */
export function useOpenComment(): (notification: NotificationRead) => Promise<boolean> {
  const navigate = useNavigate();
  const router = useRouter();
  const mobile = useIsMobile();
  return async ({ id, createdAt, details: { consultId } }) => {
    const state = { showsComment: { id, createdAt } };
    const isThere = () => router.state.location.pathname.endsWith(consultId);
    const wasThere = isThere();
    if (!wasThere) {
      await navigate({ to: '/consult/$id', params: { id: consultId }, state: mobile ? {} : state });
    }
    if (!isThere()) return false;
    // The event about the comment may have been missed.
    markStale([`timeline/${consultId}`], 0);
    const { href, pathname, search } = router.state.location;
    // A place of its own, behind which the back gesture finds the consult.
    if (mobile && search.view !== 'timeline') await navigate({ to: pathname, search: { view: 'timeline' }, state });
    else if (wasThere) await navigate({ href, state, replace: true });
    return true;
  };
}
