import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback } from 'react';
import { flushSync } from 'react-dom';

import type { Entry } from './entries';

/**
 * Arrow keys, Home and End from card to card. The next card may not be there yet: it becomes the Tab key's stop, which always is,
 * and gets the focus then.
 */
export function useCardKeys(
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
  entries: readonly Entry[],
  onStop: (id: string) => void,
) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const item = event.currentTarget.closest('li');
      if (item === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const place = placeAfter(event.key, Number(item.dataset.index), entries.length);
      if (place === null) return;
      event.preventDefault();
      const next = entries[place];
      if (next === undefined) return;
      const list = item.parentElement;
      flushSync(() => onStop(next.card.id));
      virtualizer.scrollToIndex(place, { align: 'auto' });
      list?.querySelector<HTMLElement>(`[data-index="${place}"] a`)?.focus({ preventScroll: true });
    },
    [virtualizer, entries, onStop],
  );
}

/** Null for a key that does not lead to a card. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowDown') return place + 1;
  if (key === 'ArrowUp') return place - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
