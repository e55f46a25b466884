import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';

import type { Entry } from './entries';

interface Place {
  readonly id: string;
  /** How far the card's upper edge lies above what is seen, in px. */
  readonly above: number;
}

/**
 * Keeps what is read where it is while cards come, go and move above it. At the top of the list new ones push in: that is where they
 * are looked for.
 */
export function useReadingPlace(
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
  entries: readonly Entry[],
  scroller: HTMLDivElement,
) {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const note = () => {
      const offset = scroller.scrollTop;
      const item = offset > 0 ? virtualizer.getVirtualItemForOffset(offset) : undefined;
      place.current = item === undefined ? null : { id: String(item.key), above: offset - item.start };
    };
    scroller.addEventListener('scroll', note, { passive: true });
    return () => scroller.removeEventListener('scroll', note);
  }, [virtualizer, scroller]);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const { id, above } = place.current;
    const index = entries.findIndex(({ card }) => card.id === id);
    const start = virtualizer.measurementsCache[index]?.start;
    if (start !== undefined) scroller.scrollTo({ top: start + above });
  }, [entries, virtualizer, scroller]);
}
