import { useEffect, useEffectEvent, useRef } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { isCritical } from '@/features/paging/waiting-pages';
import { arrivals } from '@/features/worklist/arrivals';
import { ring, ringAgain } from '@/shared/media/alert-sound';

import { arrivalOf } from './title-count';

/** How often the tone sounds again while something critical waits. */
const REPEAT_MS = 15_000;
/** Each repetition is louder by this part of the chosen volume, up to the maximum. */
const GROWTH = 0.25;
const MAX_GROWTH = 2;

/** A new consult that the list has just announced makes no second sound. */
export function usePageSound(pages: readonly PageRead[]) {
  useRing(pages, (page) => arrivals.getState().fresh.has(arrivalOf(page)));
}

type Sounding = Pick<PageRead, 'id' | 'priority' | 'muted'> & Partial<Pick<PageRead, 'kind'>>;

/**
 * One tone for whatever begins to wait for the user, and again and again, louder each time, for what is critical, until someone answers
 * or the user mutes it.
 */
export function useRing<P extends Sounding>(pages: readonly P[], isAnnounced: (page: P) => boolean = () => false) {
  const known = useRef<ReadonlySet<number> | null>(null);
  const ringNew = useEffectEvent(() => {
    const isNew = (page: P) => known.current?.has(page.id) !== true && !page.muted && !isAnnounced(page);
    const sounding = pages.filter(isNew);
    if (sounding.length > 0) ring({ urgent: sounding.some(isUrgent) });
    known.current = new Set(pages.map(({ id }) => id));
  });
  const ids = pages.map(({ id }) => id).join();
  useEffect(() => ringNew(), [ids]);
  const rings = pages.some((page) => isCritical(page) && !page.muted);
  useEffect(() => {
    if (!rings) return undefined;
    let repetitions = 0;
    const timer = window.setInterval(() => {
      repetitions += 1;
      ringAgain(Math.min(MAX_GROWTH, 1 + repetitions * GROWTH));
    }, REPEAT_MS);
    return () => window.clearInterval(timer);
  }, [rings]);
}

function isUrgent(page: Sounding): boolean {
  return isCritical(page) || page.kind === 'urgentComment';
}
