import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';

import type { Entry } from './entries';

interface Place {
  readonly id: string;
  /** The card's top edge in the list, in px. */
  readonly start: number;
  /** How far the card's top edge is above the viewport, in px. */
  readonly above: number;
}

/**
 * Keeps the reading position while cards above it are added, removed or moved. At the top of the list new cards shift it, because that is
 * where users expect them.
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
      place.current =
        item === undefined ? null : { id: String(item.key), start: item.start, above: offset - item.start };
    };
    scroller.addEventListener('scroll', note, { passive: true });
    return () => scroller.removeEventListener('scroll', note);
  }, [virtualizer, scroller]);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const { id, start: noted, above } = place.current;
    const index = entries.findIndex(({ card }) => card.id === id);
    const start = virtualizer.measurementsCache[index]?.start;
    // Cards added at the end move nothing; scrolling anyway would stop a swipe, and lay out the page at once.
    if (start === undefined || start === noted) return;
    place.current = { id, start, above };
    scroller.scrollTo({ top: start + above });
  }, [entries, virtualizer, scroller]);
}
