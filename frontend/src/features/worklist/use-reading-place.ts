import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

import type { Entry } from './entries';

interface Place {
  readonly id: string;
  /** The card's top edge in the list, in px. */
  readonly start: number;
  /** How far the card's top edge is above the viewport, in px. */
  readonly above: number;
}

interface LeftPlace {
  /** The first card as it was loaded, by which the list is recognized: another filter, or the same one loaded again, starts at the top. */
  readonly first: Entry['card'] | undefined;
  readonly layout: string;
  readonly place: Place;
  /** The measured rows, so that the same offset is the same card. */
  readonly rows: VirtualItem[];
}

/** Where the list was that was left last: a phone returns to it from a consult. */
let left: LeftPlace | null = null;

/** Null if the list was at its top, or another one has been shown since. `layout` determines the height of the rows. */
export function leftPlaceOf(entries: readonly Entry[], layout: string): LeftPlace | null {
  return left !== null && left.first === entries[0]?.card && left.layout === layout ? left : null;
}

/**
 * Keeps the reading position while cards above it are added, removed or moved. At the top of the list new cards shift it, because that is
 * where users expect them.
 */
export function useReadingPlace(
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
  entries: readonly Entry[],
  scroller: HTMLDivElement,
  layout: string,
) {
  const place = useRef<Place | null>(leftPlaceOf(entries, layout)?.place ?? null);
  const leave = useEffectEvent(() => {
    const rows = virtualizer.measurementsCache;
    left = place.current === null ? null : { first: entries[0]?.card, layout, place: place.current, rows };
  });
  useEffect(() => () => leave(), []);
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
