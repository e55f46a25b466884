import type { CSSProperties, ReactNode } from 'react';

import classes from './tiles.module.css';

interface TileGridProps {
  label: string;
  /** Tiles in a row below 992 px, and from there on. */
  columns: readonly [narrow: number, wide: number];
  children: ReactNode;
}

type GridStyle = CSSProperties & Record<`--${string}`, number>;

export function TileGrid({ label, columns: [narrow, wide], children }: TileGridProps) {
  const style: GridStyle = { '--tiles-narrow': narrow, '--tiles-wide': wide };
  return (
    <ul className={classes.grid} style={style} aria-label={label}>
      {children}
    </ul>
  );
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

export function TileDetail({ children }: { children: ReactNode }) {
  return (
    <span className={classes.detail} data-figures="">
      {children}
    </span>
  );
}
