import { useEffect, useEffectEvent, useRef } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { isCritical } from '@/features/paging/page-words';
import { ring, ringAgain } from '@/shared/media/alert-sound';

/** How often the tone sounds again while something critical waits. */
const REPEAT_MS = 15_000;
/** Someone who waits in a call rings like a telephone. */
const CALL_REPEAT_MS = 5_000;
/** Each repetition is louder by this part of the chosen volume, up to the maximum. */
const GROWTH = 0.25;
const MAX_GROWTH = 2;

/** What waits, and the ids of the calls in which someone waits. What the list has just announced makes no second sound (`ring`). */
export function usePageSound(pages: readonly PageRead[], ringing: readonly string[]) {
  const calls = ringing.map((id) => ({ id, priority: 'critical', muted: false }));
  useRing([...pages, ...calls], calls.length > 0 ? CALL_REPEAT_MS : REPEAT_MS);
}

interface Sounding extends Pick<PageRead, 'priority' | 'muted'>, Partial<Pick<PageRead, 'kind'>> {
  readonly id: number | string;
}

/**
 * One tone for whatever begins to wait for the user, and again and again, louder each time, for what is critical, until someone answers
 * or the user mutes it.
 */
export function useRing(waiting: readonly Sounding[], repeat = REPEAT_MS) {
  const known = useRef<ReadonlySet<number | string> | null>(null);
  const ringNew = useEffectEvent(() => {
    const sounding = waiting.filter(({ id, muted }) => known.current?.has(id) !== true && !muted);
    if (sounding.length > 0) ring({ urgent: sounding.some(isUrgent) });
    known.current = new Set(waiting.map(({ id }) => id));
  });
  const ids = waiting.map(({ id }) => id).join();
  useEffect(() => ringNew(), [ids]);
  const rings = waiting.some((each) => isCritical(each) && !each.muted);
  useEffect(() => {
    if (!rings) return undefined;
    let repetitions = 0;
    const timer = window.setInterval(() => {
      repetitions += 1;
      ringAgain(Math.min(MAX_GROWTH, 1 + repetitions * GROWTH));
    }, repeat);
    return () => window.clearInterval(timer);
  }, [rings, repeat]);
}

function isUrgent(page: Sounding): boolean {
  return isCritical(page) || page.kind === 'urgentComment';
}
