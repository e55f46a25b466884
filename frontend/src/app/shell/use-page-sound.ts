import { useEffect, useEffectEvent, useRef } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { isCritical } from '@/features/paging/waiting-pages';
import { arrivals, transferArrival } from '@/features/worklist/arrivals';
import { play } from '@/features/worklist/sound';

/** How often the tone sounds again while something critical waits. */
const REPEAT_MS = 15_000;

/** A new consult that the list has just announced makes no second sound. */
export function usePageSound(pages: readonly PageRead[]) {
  useRing(pages, ({ kind, consultId }) =>
    arrivals.getState().fresh.has(kind === 'transfer' ? transferArrival(consultId) : consultId),
  );
}

/**
 * One tone for whatever begins to wait for the user, and again and again for what is critical, until someone answers or the user mutes
 * it.
 */
export function useRing<P extends Pick<PageRead, 'id' | 'priority' | 'muted'>>(
  pages: readonly P[],
  isAnnounced: (page: P) => boolean = () => false,
) {
  const known = useRef<ReadonlySet<number> | null>(null);
  const playNew = useEffectEvent(() => {
    const isNew = (page: P) => known.current?.has(page.id) !== true && !page.muted && !isAnnounced(page);
    if (pages.some(isNew)) play();
    known.current = new Set(pages.map(({ id }) => id));
  });
  const ids = pages.map(({ id }) => id).join();
  useEffect(() => playNew(), [ids]);
  const rings = pages.some((page) => isCritical(page) && !page.muted);
  useEffect(() => {
    if (!rings) return undefined;
    const timer = window.setInterval(play, REPEAT_MS);
    return () => window.clearInterval(timer);
  }, [rings]);
}
