import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback } from 'react';
import { flushSync } from 'react-dom';

import { stepLabel, stepNames, transferSteps } from '@/consults/transfer-state';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useShortcuts } from '@/shared/hooks/use-shortcuts';

import type { Entry } from './entries';
import { type ListedSteps, nextStep } from './transfer-step';

export interface CardKeysOptions {
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
  entries: readonly Entry[];
  /** The index of the card that Tab reaches. */
  stop: number;
  onStop: (id: string) => void;
  steps: ListedSteps;
  /** The consult that is open beside the list. */
  selectedId: string | null;
}

/**
 * Arrow keys, Home and End move between cards, and J and K from anywhere on the page. The next card may not be rendered yet: it
 * becomes the tab stop, which is always rendered, and then gets focus. Other keys take the transfer of the card with focus further.
 */
export function useCardKeys({ virtualizer, entries, stop, onStop, steps, selectedId }: CardKeysOptions) {
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
  /** The row of the card that has focus. */
  const focused = (): Entry | undefined => {
    const item = document.activeElement?.closest<HTMLElement>('li[data-index]');
    const isInList = item != null && virtualizer.scrollElement?.contains(item) === true;
    return isInList ? entries[Number(item.dataset.index)] : undefined;
  };
  const offered = entries.some(({ transfer }) => transfer !== null) ? stepNames : [];
  const stepShortcuts = offered.map((step) => ({
    key: transferSteps[step].key,
    label: `${stepLabel(step)} (focused card)`,
    // On the card of another consult, the key never means the open one, even if that card has no such step.
    when: () => {
      const entry = focused();
      return entry !== undefined && (nextStep(entry.transfer) === step || entry.card.id !== selectedId);
    },
    run: () => {
      const entry = focused();
      if (entry !== undefined && nextStep(entry.transfer) === step) steps.run(entry, step);
    },
  }));
  const mobile = useIsMobile();
  useShortcuts(
    'List',
    mobile || entries.length === 0
      ? []
      : [
          { key: 'j', label: 'Next in the list', run: () => move(1) },
          { key: 'k', label: 'Previous in the list', run: () => move(-1) },
          ...stepShortcuts,
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
