import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { useMe } from '@/session/me';

import { pagesQuery, useReportSeen } from './queries';

/** Reports that the user has the consult on the screen, if it has paged them; in a hidden tab, once it is visible. */
export function useSeenPages(consultId: string) {
  const { data } = useQuery({ ...pagesQuery(useMe().id), enabled: false });
  const { mutate } = useReportSeen();
  const ids = data?.filter((page) => page.consultId === consultId).map(({ id }) => id) ?? [];
  const report = useEffectEvent(() => {
    if (ids.length > 0 && !document.hidden) mutate(consultId);
  });
  const waiting = ids.join();
  useEffect(() => {
    report();
    const reportVisible = () => report();
    document.addEventListener('visibilitychange', reportVisible);
    return () => document.removeEventListener('visibilitychange', reportVisible);
  }, [waiting]);
}
