import { type FocusEvent, useLayoutEffect, useRef } from 'react';

import type { Entry } from './entries';

/**
 * When the focused card leaves the list, focus moves to the card that took its place, or to the previous one. That card may not
 * be rendered yet: it first becomes the tab stop, which is always rendered.
 */
export function useFocusRecovery(entries: readonly Entry[], focusedId: string | null, onStop: (id: string) => void) {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef(entries);
  const holdsFocus = useRef(false);
  const successor = useRef<string | null>(null);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = entries;
    // Browsers may not fire a blur event when the focused element is removed.
    if (!holdsFocus.current || document.activeElement !== document.body) return;
    if (successor.current !== null && successor.current === focusedId) {
      successor.current = null;
      const place = entries.findIndex(({ card }) => card.id === focusedId);
      list.current?.querySelector<HTMLElement>(`[data-index="${place}"] a`)?.focus({ preventScroll: true });
      return;
    }
    successor.current = successorOf(focusedId, before, entries);
    if (successor.current !== null) onStop(successor.current);
  }, [entries, focusedId, onStop]);
  return {
    ref: list,
    onFocus: () => {
      holdsFocus.current = true;
    },
    // When the window loses focus, the card keeps it within the document.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLUListElement>) => {
      holdsFocus.current = [relatedTarget, document.activeElement].some((held) => currentTarget.contains(held));
    },
  };
}

/** The next card after a removed one that is still listed, otherwise the nearest before it; null if it is still listed itself. */
function successorOf(id: string | null, before: readonly Entry[], after: readonly Entry[]): string | null {
  const listed = new Set(after.map(({ card }) => card.id));
  const place = before.findIndex(({ card }) => card.id === id);
  if (id === null || place === -1 || listed.has(id)) return null;
  const isListed = ({ card }: Entry) => listed.has(card.id);
  const entry = before.slice(place).find(isListed) ?? before.slice(0, place).findLast(isListed);
  return entry?.card.id ?? null;
}
