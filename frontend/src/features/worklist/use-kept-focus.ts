import { type FocusEvent, useLayoutEffect, useRef } from 'react';

import type { Entry } from './entries';

/**
 * When the card with the focus leaves the list, the focus goes to the one that took its place, or to the one before. That one may not
 * be there yet: it becomes the Tab key's stop first, which always is.
 */
export function useKeptFocus(entries: readonly Entry[], focusedId: string | null, onStop: (id: string) => void) {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef(entries);
  const holdsFocus = useRef(false);
  const heir = useRef<string | null>(null);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = entries;
    // A browser need not tell that what had the focus was taken away.
    if (!holdsFocus.current || document.activeElement !== document.body) return;
    if (heir.current !== null && heir.current === focusedId) {
      heir.current = null;
      const place = entries.findIndex(({ card }) => card.id === focusedId);
      list.current?.querySelector<HTMLElement>(`[data-index="${place}"] a`)?.focus({ preventScroll: true });
      return;
    }
    heir.current = heirOf(focusedId, before, entries);
    if (heir.current !== null) onStop(heir.current);
  }, [entries, focusedId, onStop]);
  return {
    ref: list,
    onFocus: () => {
      holdsFocus.current = true;
    },
    // In a window that is left for another one the focus stays on its card.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLUListElement>) => {
      holdsFocus.current = [relatedTarget, document.activeElement].some((held) => currentTarget.contains(held));
    },
  };
}

/** The next card after a lost one that is still listed, else the nearest before it; null when it is listed itself. */
function heirOf(id: string | null, before: readonly Entry[], after: readonly Entry[]): string | null {
  const listed = new Set(after.map(({ card }) => card.id));
  const place = before.findIndex(({ card }) => card.id === id);
  if (id === null || place === -1 || listed.has(id)) return null;
  const isListed = ({ card }: Entry) => listed.has(card.id);
  const entry = before.slice(place).find(isListed) ?? before.slice(0, place).findLast(isListed);
  return entry?.card.id ?? null;
}
