import { Skeleton } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';

import type { CallScheduleRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { Icon } from '@/shared/ui/icon';

import type { Lane, Run } from './lanes';
import { replacementOf, SELDOM_MS, usePlanner } from './planner-context';
import { type Place, placeOf, type Scale, type Span, wholeOf } from './scale';
import classes from './timeline.module.css';
import { nameIn, spanInWords } from './words';

interface LaneRowProps {
  lane: Lane;
  schedule: CallScheduleRead;
  scale: Scale;
  isLoading: boolean;
  /** What is drawn over the runs. */
  children?: ReactNode;
}

/** The people of one rotation, from left to right. One stop for the Tab key; the arrow keys go from one to the next. */
export function LaneRow({ lane, schedule, scale, isLoading, children }: LaneRowProps) {
  const { runs, rows } = lane;
  const label = lane.rotation ?? 'Added';
  const { getItemProps } = useRovingIndex({ total: runs.length, loop: false });
  const style: CSSProperties & Record<'--rows', number> = { '--rows': rows };
  return (
    <div className={classes.row}>
      <div className={classes.label}>{label}</div>
      <div className={classes.track} style={style}>
        {isLoading && <Skeleton className={classes.loading} radius="sm" />}
        <ul className={classes.runs} aria-label={`${schedule.name}, ${label}`}>
          {runs.map((run, index) => (
            <li key={`${run.startsAt} ${run.userId}`}>
              <RunButton run={run} schedule={schedule} scale={scale} {...getItemProps({ index })} />
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}

type RunButtonProps = ReturnType<ReturnType<typeof useRovingIndex>['getItemProps']> & {
  run: Run;
  schedule: CallScheduleRead;
  scale: Scale;
};

/** Pressing it names somebody else for what is ahead of it. */
function RunButton({ run, schedule, scale, onClick, ...item }: RunButtonProps) {
  const { people, change } = usePlanner();
  const now = useNow(SELDOM_MS);
  const { userId, isChange, startsAt, endsAt } = run;
  const isOver = endsAt <= now;
  const person = people.get(userId);
  return (
    <button
      {...item}
      type="button"
      className={classes.run}
      style={drawn(placeOf(run, scale), run.row)}
      data-over={isOver || undefined}
      data-change={isChange || undefined}
      aria-disabled={isOver || undefined}
      onClick={(event) => {
        onClick(event);
        if (!isOver) change(replacementOf(userId, run, schedule.id, now));
      }}
    >
      {/* Which of the names fits depends on the width. */}
      <span className={classes.person} aria-hidden="true">
        {isChange && <Icon name="transfer" size="xs" />}
        <span className={classes.whole}>{nameIn(people, userId)}</span>
        <span className={classes.short}>{person?.lastName}</span>
        {isChange && <span className={classes.changed}>Change</span>}
      </span>
      <span className="wl-visually-hidden">
        {nameIn(people, userId)}
        {isChange && ', change'}, {spanInWords(startsAt, endsAt, schedule.timeZone)}
      </span>
      <span className={classes.shifts} aria-hidden="true">
        {run.shifts.map((shift) => (
          <span key={shift.startsAt} className={classes.shift} style={drawn(within(shift, run, scale))} />
        ))}
      </span>
    </button>
  );
}

/** Where a shift is in its run, as far as both are in the calendar. */
function within(shift: Span, run: Span, scale: Scale): Place {
  const { startsAt, endsAt } = wholeOf(scale);
  const [outer, inner] = [placeOf(run, scale), placeOf(shift, scale)];
  if (outer.width === 0 || shift.endsAt <= startsAt || shift.startsAt >= endsAt) return { start: 0, width: 0 };
  return { start: (inner.start - outer.start) / outer.width, width: inner.width / outer.width };
}

/** Style sheets compute lengths from these. */
export function drawn({ start, width }: Place, row = 0): CSSProperties & Record<`--${string}`, number> {
  return { '--start': start, '--width': width, '--row': row };
}
