import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';

import classes from './tiles.module.css';

/** More than fit on a screen, and few enough to be drawn between two keys on a slow computer. */
const AT_ONCE = 48;

interface TileGridProps<T> {
  label: string;
  items: readonly T[];
  /** Tiles in a row below 992 px, and from there on. */
  columns: readonly [narrow: number, wide: number];
  /** The tile of one item. */
  children: (item: T) => ReactNode;
}

type GridStyle = CSSProperties & Record<`--${string}`, number>;

/** Any number of tiles; what is out of sight at first follows within moments. */
export function TileGrid<T>({ label, items, columns: [narrow, wide], children }: TileGridProps<T>) {
  const drawn = useDrawn(items.length);
  const style: GridStyle = { '--tiles-narrow': narrow, '--tiles-wide': wide };
  return (
    <ul className={`${classes.grid ?? ''} wl-settling`} style={style} aria-label={label}>
      {items.slice(0, drawn).map(children)}
    </ul>
  );
}

/** How many of `count` tiles are drawn so far: hundreds at once would slow down typing. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    const enough = Math.max(count, AT_ONCE);
    if (drawn === enough) return undefined;
    const next = requestAnimationFrame(() => setDrawn(Math.min(drawn + AT_ONCE, enough)));
    return () => cancelAnimationFrame(next);
  }, [drawn, count]);
  return drawn;
}

export interface TileProps {
  name: ReactNode;
  children?: ReactNode;
  disabled?: boolean;
  onChoose: () => void;
}

/** One answer of a step as a large button. */
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
