import { Skeleton } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';

import type { GapRead } from '@/api/generated/types.gen';

import { drawn } from './lane-row';
import type { PlannedLine } from './lines';
import { overlap, placeOf, type Scale, spanOf, wholeOf } from './scale';
import classes from './timeline.module.css';
import { useFill } from './use-fill';
import { spanInWords } from './words';

interface GapLaneProps {
  line: PlannedLine;
  label: string;
  scale: Scale;
  zone: string;
  /** Undefined until they are known, and null if that failed. */
  gaps: readonly GapRead[] | null | undefined;
}

/** When the line is open and nobody is planned. Pressing a gap fills it. */
export function GapLane({ line, label, scale, zone, gaps }: GapLaneProps) {
  const fill = useFill([line]);
  const seen = gaps?.filter((gap) => overlap(spanOf(gap), wholeOf(scale))) ?? [];
  const { getItemProps } = useRovingIndex({ total: seen.length, loop: false });
  return (
    <div className={classes.row}>
      <div className={classes.label}>{label}</div>
      <div className={classes.track}>
        {gaps === undefined && <Skeleton className={classes.loading} radius="sm" />}
        {gaps !== undefined && seen.length === 0 && (
          <p className={classes.none}>{gaps === null ? 'Not known' : 'None'}</p>
        )}
        <ul className={classes.runs} aria-label={`${line.name}, ${label}`}>
          {seen.map((gap, index) => {
            const { onClick, ...item } = getItemProps({ index });
            return (
              <li key={gap.startsAt}>
                <button
                  {...item}
                  type="button"
                  className={classes.gap}
                  style={drawn(placeOf(spanOf(gap), scale))}
                  onClick={(event) => {
                    onClick(event);
                    fill(gap);
                  }}
                >
                  {/* It may not fit. */}
                  <span className={classes.word} aria-hidden="true">
                    Gap
                  </span>
                  <span className="wl-visually-hidden">Gap, {spanInWords(gap.startsAt, gap.endsAt, zone)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
