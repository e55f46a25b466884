import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';

import classes from './tiles.module.css';

/** More than fit on a screen, and few enough to render between two keystrokes on a slow computer. */
const BATCH_SIZE = 48;

interface TileGridProps<T> {
  label: string;
  items: readonly T[];
  /** Tiles per row below 992 px, and from 992 px on. */
  columns: readonly [narrow: number, wide: number];
  /** Renders the tile of an item. */
  children: (item: T) => ReactNode;
}

type GridStyle = CSSProperties & Record<`--${string}`, number>;

/** Any number of tiles; those below the fold are rendered a moment later. */
export function TileGrid<T>({ label, items, columns: [narrow, wide], children }: TileGridProps<T>) {
  const rendered = useRenderedCount(items.length);
  const style: GridStyle = { '--tiles-narrow': narrow, '--tiles-wide': wide };
  return (
    <ul className={`${classes.grid ?? ''} wl-settling`} style={style} aria-label={label}>
      {items.slice(0, rendered).map(children)}
    </ul>
  );
}

/** How many of `count` tiles to render so far; rendering hundreds at once would slow down typing. */
function useRenderedCount(count: number): number {
  const [rendered, setRendered] = useState(BATCH_SIZE);
  useEffect(() => {
    const target = Math.max(count, BATCH_SIZE);
    if (rendered === target) return undefined;
    const next = requestAnimationFrame(() => setRendered(Math.min(rendered + BATCH_SIZE, target)));
    return () => cancelAnimationFrame(next);
  }, [rendered, count]);
  return rendered;
}

export interface TileProps {
  name: ReactNode;
  children?: ReactNode;
  disabled?: boolean;
  onChoose: () => void;
}

/** One option of a step as a large button. */
export function Tile({ name, children, disabled = false, onChoose }: TileProps) {
  return (
    <li>
      <button type="button" className={classes.tile} disabled={disabled} onClick={onChoose}>
        <span className={classes.name}>{name}</span>
        {children}
      </button>
    </li>
  );
}

/** Short details side by side. */
export function TileRow({ children }: { children: ReactNode }) {
  return <span className={classes.row}>{children}</span>;
}

export function TileDetail({ children }: { children: ReactNode }) {
  return (
    <span className={classes.detail} data-figures="">
      {children}
    </span>
  );
}
