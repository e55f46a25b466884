import { type KeyboardEvent, useMemo, useState } from 'react';

import type { ConsultCard as Card } from '@/api/generated/types.gen';
import { useCan, useMe } from '@/session/me';
import { useStore } from '@/shared/hooks/use-store';

import { arrivals } from './arrivals';
import { namesakes } from './cards';
import { ConsultCard } from './consult-card';
import classes from './worklist-panel.module.css';

export interface ConsultListProps {
  cards: readonly Card[];
  /** More exist than are loaded, so that how many there are is not known. */
  hasMore: boolean;
  selectedId: string | null;
  labelledBy: string;
}

const KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

/** The cards: one stop of the Tab key, arrow keys from card to card. */
export function ConsultList({ cards, hasMore, selectedId, labelledBy }: ConsultListProps) {
  const me = useMe();
  const showsPriority = useCan('List', 'Transfer') || me.checkedInLineIds.length > 0;
  const sameNames = useMemo(() => namesakes(cards), [cards]);
  const { fresh } = useStore(arrivals);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const stop = [focusedId, selectedId].find((id) => cards.some((card) => card.id === id)) ?? cards[0]?.id;
  return (
    <ul className={classes.list} aria-labelledby={labelledBy}>
      {cards.map((card, index) => (
        <li key={card.id} className={classes.item} aria-setsize={hasMore ? -1 : cards.length} aria-posinset={index + 1}>
          <ConsultCard
            card={card}
            showsPriority={showsPriority}
            hasNamesake={sameNames.has(card.id)}
            isNew={fresh.has(card.id)}
            tabbable={card.id === stop}
            onFocus={setFocusedId}
            onKeyDown={moveFocus}
          />
        </li>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const item = event.currentTarget.closest('li');
  if (item === null || !KEYS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  neighbour(item, event.key)?.querySelector('a')?.focus();
}

function neighbour(item: HTMLLIElement, key: string): Element | null | undefined {
  if (key === 'ArrowDown') return item.nextElementSibling;
  if (key === 'ArrowUp') return item.previousElementSibling;
  return key === 'Home' ? item.parentElement?.firstElementChild : item.parentElement?.lastElementChild;
}
