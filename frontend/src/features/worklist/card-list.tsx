import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useState } from 'react';

import { useCan, useMe } from '@/session/me';
import { useStore } from 'zustand';

import { arrivals } from './arrivals';
import { ConsultCard } from './consult-card';
import { arrivalOf, type Entry } from './entries';
import type { ModeWords } from './mode';
import { idsWithNameAlert } from './name-alerts';
import { RailCard } from './rail-card';
import { NextStep, useListedSteps } from './transfer-step';
import { useCardKeys } from './use-card-keys';
import { useFocusRecovery } from './use-focus-recovery';
import { leftPlaceOf, useReadingPlace } from './use-reading-place';
import classes from './worklist-panel.module.css';

export interface CardListProps {
  entries: readonly Entry[];
  /** More cards exist than are loaded, so the total is unknown. */
  hasMore: boolean;
  to: ModeWords['to'];
  collapsed: boolean;
  compact: boolean;
  selectedId: string | null;
  labelledBy: string;
  /** The scroll container; it is mounted before the list, so that the list's effects can observe it. */
  scroller: HTMLDivElement;
}

/** Estimated heights in px of rows that have not been measured yet. */
const ESTIMATED_HEIGHT = { card: 138, compact: 68, rail: 76 };
/** What a transfer adds to them. */
const ESTIMATED_TRANSFER = { card: 66, compact: 64, rail: 0 };
const GAP = { wide: 8, compact: 4 };
/** Rows rendered beyond the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 6;

/**
 * A virtualized list of cards with a roving tab stop: one stop for the Tab key, arrow keys between cards. The tab stop stays rendered when it
 * is scrolled out of view, so that focus is never lost.
 */
export function CardList({
  entries,
  hasMore,
  to,
  collapsed,
  compact,
  selectedId,
  labelledBy,
  scroller,
}: CardListProps) {
  const me = useMe();
  const layout = collapsed ? 'rail' : compact ? 'compact' : 'card';
  const [left] = useState(() => leftPlaceOf(entries, layout));
  const gap = compact ? GAP.compact : GAP.wide;
  const showsPriority = useCan('List', 'Transfer') || me.checkedInLineIds.length > 0;
  const nameAlerts = useMemo(() => idsWithNameAlert(entries.map(({ card }) => card)), [entries]);
  const { fresh } = useStore(arrivals);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const stop = useMemo(() => stopOf(entries, [focusedId, selectedId]), [entries, focusedId, selectedId]);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled for memoization
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: entries.length,
    getScrollElement: () => scroller,
    getItemKey: useCallback((index: number) => entries[index]?.card.id ?? index, [entries]),
    estimateSize: (index) =>
      ESTIMATED_HEIGHT[layout] + (entries[index]?.transfer == null ? 0 : ESTIMATED_TRANSFER[layout]),
    gap,
    paddingStart: gap,
    rangeExtractor: ({ startIndex, endIndex }) => indexesOf(startIndex, endIndex, entries.length, stop),
    useFlushSync: false,
    initialOffset: left === null ? 0 : left.place.start + left.place.above,
    initialMeasurementsCache: left?.rows ?? [],
  });
  useReadingPlace(virtualizer, entries, scroller, layout);
  const focus = useFocusRecovery(entries, focusedId, setFocusedId);
  const steps = useListedSteps();
  const onKeyDown = useCardKeys({ virtualizer, entries, stop, onStop: setFocusedId, steps, selectedId });
  const Card = collapsed ? RailCard : ConsultCard;
  return (
    <ul
      {...focus}
      className={classes.list}
      style={{ blockSize: virtualizer.getTotalSize() }}
      aria-labelledby={labelledBy}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const entry = entries[index];
        if (entry === undefined) return null;
        const row = { entry, compact, tabbable: index === stop, onFocus: setFocusedId, onKeyDown };
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.item}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={hasMore ? -1 : entries.length}
            aria-posinset={index + 1}
          >
            <Card
              {...row}
              to={to}
              showsPriority={showsPriority}
              hasNameAlert={nameAlerts.has(entry.card.id)}
              isNew={fresh.has(arrivalOf(entry))}
            />
            {!collapsed && entry.transfer !== null && <NextStep {...row} steps={steps} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The index of the tab stop: the first of these ids that is in the list, otherwise the first card. */
function stopOf(entries: readonly Entry[], wanted: readonly (string | null)[]): number {
  const places = wanted.map((id) => (id === null ? -1 : entries.findIndex(({ card }) => card.id === id)));
  return places.find((place) => place >= 0) ?? 0;
}

/** The indexes to render: the visible cards, the overscan, and the tab stop. */
function indexesOf(from: number, to: number, count: number, stop: number): number[] {
  const first = Math.max(0, from - OVERSCAN);
  const last = Math.min(count - 1, to + OVERSCAN);
  const near = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  if (stop >= count || (stop >= first && stop <= last)) return near;
  return stop < first ? [stop, ...near] : [...near, stop];
}
