import { capitalize } from '@/shared/lib/capitalize';
import classes from './priority-pill.module.css';

export type PriorityTone = 'critical' | 'urgent' | 'routine';

export interface PriorityPillProps {
  /** The priority's name as the server gives it. */
  name: string;
  /** Whole minutes since the consult was created; omitted once there is nothing to wait for. */
  elapsedMinutes?: number | undefined;
  /** Whole minutes within which the consult is to be completed. */
  limitMinutes?: number | undefined;
  /** Shows only the shape, where space is limited; screen readers still get the word. */
  compact?: boolean;
  /** Someone takes care of it: an outline instead of a filled pill, and no red, however late it is. */
  quiet?: boolean;
}

const shapes: Record<PriorityTone, string> = {
  critical: 'M6 1 11.5 10.8H.5z',
  urgent: 'M6 .5 11.5 6 6 11.5.5 6z',
  routine: 'M6 1.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6z',
};

function toneOf(name: string): PriorityTone {
  const lowerCase = name.toLowerCase();
  return lowerCase === 'critical' || lowerCase === 'urgent' ? lowerCase : 'routine';
}

export type Pressure = 'calm' | 'near' | 'over';

/** Amber from two thirds of the limit, red when it has passed. */
export function pressureOf(elapsedMinutes: number, limitMinutes: number): Pressure {
  if (elapsedMinutes >= limitMinutes) return 'over';
  return elapsedMinutes * 3 >= limitMinutes * 2 ? 'near' : 'calm';
}

const pressureLabels: Record<Pressure, string> = { calm: '', near: ', near the limit', over: ', over the limit' };

/** Priority and time in one badge: shape, word, minutes and a thin bar that fills up to the completion limit. */
export function PriorityPill({
  name,
  elapsedMinutes,
  limitMinutes,
  compact = false,
  quiet = false,
}: PriorityPillProps) {
  const tone = toneOf(name);
  const timed = elapsedMinutes !== undefined && limitMinutes !== undefined && limitMinutes > 0;
  const pressure = timed ? pressureOf(elapsedMinutes, limitMinutes) : 'calm';
  const label = capitalize(name);
  return (
    <span className={classes.pill} data-priority={tone} data-pressure={pressure} data-quiet={quiet || undefined}>
      <span className={classes.content}>
        <svg className={classes.shape} viewBox="0 0 12 12" width="0.75rem" height="0.75rem" aria-hidden="true">
          <path d={shapes[tone]} />
        </svg>
        <span className={compact ? 'wl-visually-hidden' : undefined} data-word>
          {label}
        </span>
        {elapsedMinutes !== undefined && (
          <span className={classes.minutes} data-figures="">
            {elapsedMinutes} min
          </span>
        )}
        {timed && (
          <span className="wl-visually-hidden">
            {` of ${limitMinutes}`}
            {pressureLabels[pressure]}
          </span>
        )}
      </span>
      {timed && (
        <span className={classes.track} aria-hidden="true">
          <span
            className={classes.fill}
            style={{ inlineSize: `${Math.min(100, (elapsedMinutes / limitMinutes) * 100)}%` }}
          />
        </span>
      )}
    </span>
  );
}
