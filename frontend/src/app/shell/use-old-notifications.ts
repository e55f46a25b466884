import { useEffect, useEffectEvent } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { pageNotifications } from '@/features/paging/lazy-notifications';

/** Takes back the browser's notifications once the user looks at the tab, or nobody has to act anymore. */
export function useOldNotifications(pages: readonly PageRead[]) {
  const close = useEffectEvent(() => {
    void closeOld(pages);
  });
  // After a sign-out, what the tab has shown would lead nowhere; pushes stay.
  useEffect(() => () => void closeOld([]), []);
  const ids = pages.map(({ id }) => id).join();
  useEffect(() => close(), [ids]);
  useEffect(() => {
    const closeVisible = () => {
      if (!document.hidden) close();
    };
    document.addEventListener('visibilitychange', closeVisible);
    return () => document.removeEventListener('visibilitychange', closeVisible);
  }, []);
}

async function closeOld(pages: readonly PageRead[]) {
  const notifications = await pageNotifications.load().catch(() => null);
  // A browser that refuses keeps what it shows.
  await notifications?.closeOld(pages).catch(() => undefined);
}
