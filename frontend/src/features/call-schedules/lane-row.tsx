import { Skeleton } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';

import type { CallScheduleRead, NamedPerson } from '@/api/generated/types.gen';
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

/** The people of one rotation, from left to right. One stop for the Tab key; the arrow keys go from one shift to the next. */
export function LaneRow({ lane, schedule, scale, isLoading, children }: LaneRowProps) {
  const { runs, rows } = lane;
  const label = lane.rotation ?? 'Added';
  const firsts = firstsOf(runs);
  const total = runs.reduce((sum, run) => sum + run.shifts.length, 0);
  const { getItemProps } = useRovingIndex({ total, loop: false });
  const style: CSSProperties & Record<'--rows', number> = { '--rows': rows };
  return (
    <div className={classes.row}>
      <div className={classes.label} title={label}>
        <span className={classes.clamped}>{label}</span>
      </div>
      <div className={classes.track} style={style}>
        {isLoading && <Skeleton className={classes.loading} radius="sm" />}
        <ul className={classes.runs} aria-label={`${schedule.name}, ${label}`}>
          {runs.map((run, index) => (
            <RunItem key={`${run.startsAt} ${run.userId}`} run={run} scale={scale}>
              {run.shifts.map((shift, place) => (
                <ShiftButton
                  key={shift.startsAt}
                  shift={shift}
                  run={run}
                  schedule={schedule}
                  scale={scale}
                  {...getItemProps({ index: (firsts[index] ?? 0) + place })}
                />
              ))}
            </RunItem>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}

/** The place of each run's first shift among those of all runs. */
function firstsOf(runs: readonly Run[]): readonly number[] {
  let next = 0;
  return runs.map(({ shifts }) => {
    next += shifts.length;
    return next - shifts.length;
  });
}

/** Shifts under one name. */
function RunItem({ run, scale, children }: { run: Run; scale: Scale; children: ReactNode }) {
  const { people } = usePlanner();
  const isOver = run.endsAt <= useNow(SELDOM_MS);
  const { userId, isChange } = run;
  const person = people.get(userId);
  return (
    <li
      className={classes.run}
      style={drawn(placeOf(run, scale), run.row)}
      data-over={isOver || undefined}
      data-change={isChange || undefined}
      title={nameIn(people, userId)}
    >
      {/* Which of the names fits depends on the width. */}
      <span className={classes.person} aria-hidden="true">
        {isChange && <Icon name="transfer" size="xs" />}
        <span className={classes.whole}>{nameIn(people, userId)}</span>
        <span className={classes.short}>{person?.lastName}</span>
        <span className={classes.initials}>{initialsOf(person)}</span>
        {isChange && <span className={classes.changed}>Change</span>}
      </span>
      {children}
    </li>
  );
}

function initialsOf(person: NamedPerson | undefined): string {
  return [person?.firstName, person?.lastName].map((name = '') => Array.from(name)[0] ?? '').join('');
}

type ShiftButtonProps = ReturnType<ReturnType<typeof useRovingIndex>['getItemProps']> & {
  shift: Span;
  run: Run;
  schedule: CallScheduleRead;
  scale: Scale;
};

/** Pressing it names somebody else for what is ahead of the shift. */
function ShiftButton({ shift, run, schedule, scale, onClick, ...item }: ShiftButtonProps) {
  const { people, change } = usePlanner();
  const now = useNow(SELDOM_MS);
  const { userId, isChange } = run;
  const isOver = shift.endsAt <= now;
  return (
    <button
      {...item}
      type="button"
      className={classes.shift}
      style={drawn(within(shift, run, scale))}
      data-over={isOver || undefined}
      aria-disabled={isOver || undefined}
      onClick={(event) => {
        onClick(event);
        if (!isOver) change(replacementOf(userId, shift, schedule.id, now));
      }}
    >
      <span className="wl-visually-hidden">
        {nameIn(people, userId)}
        {isChange && ', change'}, {spanInWords(shift.startsAt, shift.endsAt, schedule.timeZone)}
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
