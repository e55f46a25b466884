import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback } from 'react';
import { flushSync } from 'react-dom';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { useShortcuts } from '@/shared/hooks/use-shortcuts';

import type { Entry } from './entries';

/**
 * Arrow keys, Home and End move between cards, and J and K from anywhere on the page. The next card may not be rendered yet: it
 * becomes the tab stop, which is always rendered, and then gets focus.
 */
export function useCardKeys(
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
  entries: readonly Entry[],
  stop: number,
  onStop: (id: string) => void,
) {
  const focusCard = useCallback(
    (place: number) => {
      const next = entries[place];
      if (next === undefined) return;
      flushSync(() => onStop(next.card.id));
      virtualizer.scrollToIndex(place, { align: 'auto' });
      virtualizer.scrollElement
        ?.querySelector<HTMLElement>(`[data-index="${place}"] a`)
        ?.focus({ preventScroll: true });
    },
    [virtualizer, entries, onStop],
  );
  /** From outside the list, the first press moves to the tab stop. */
  const move = (step: 1 | -1) => {
    const isInList = virtualizer.scrollElement?.contains(document.activeElement) === true;
    focusCard(isInList ? stop + step : stop);
  };
  const mobile = useIsMobile();
  useShortcuts(
    'List',
    mobile || entries.length === 0
      ? []
      : [
          { key: 'j', label: 'Next in the list', run: () => move(1) },
          { key: 'k', label: 'Previous in the list', run: () => move(-1) },
        ],
  );
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const item = event.currentTarget.closest('li');
      if (item === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const place = placeAfter(event.key, Number(item.dataset.index), entries.length);
      if (place === null) return;
      event.preventDefault();
      focusCard(place);
    },
    [focusCard, entries.length],
  );
}

/** Null for a key that does not move to another card. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowDown') return place + 1;
  if (key === 'ArrowUp') return place - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
