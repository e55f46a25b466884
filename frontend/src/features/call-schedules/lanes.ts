import type { ShiftRead } from '@/api/generated/types.gen';

import { overlap, type Scale, type Span, spanOf, wholeOf } from './scale';

/** Shifts of one person that follow each other, for example the days of a week, which are drawn under one name. */
export interface Run extends Span {
  readonly userId: number;
  readonly isChange: boolean;
  readonly shifts: readonly Span[];
  /** Runs of one lane that overlap are in rows below each other. */
  readonly row: number;
}

/** The runs of one rotation. */
export interface Lane {
  /** Null for people who are in no rotation then, because a change added them. */
  readonly rotation: string | null;
  readonly runs: readonly Run[];
  readonly rows: number;
}

/** Between a shift and the one at the same time on the next day, also when clocks are set back. */
const LONGEST_PAUSE = 30 * 3_600_000;

/** What is drawn of a schedule's shifts: a lane for each rotation in the given order, then former ones, then what was added. */
export function lanesOf(shifts: readonly ShiftRead[], rotations: readonly string[], scale: Scale): Lane[] {
  const seen = shifts.filter((shift) => overlap(spanOf(shift), wholeOf(scale)));
  const former = seen.flatMap(({ rotation }) => (rotation === null || rotations.includes(rotation) ? [] : [rotation]));
  const isAnyoneAdded = seen.some(({ rotation }) => rotation === null);
  const names = [...rotations, ...new Set(former), ...(isAnyoneAdded ? [null] : [])];
  return names.map((name) => laneOf(name, seen));
}

function laneOf(rotation: string | null, shifts: readonly ShiftRead[]): Lane {
  const runs = inRows(runsOf(shifts.filter((shift) => shift.rotation === rotation)));
  return { rotation, runs, rows: Math.max(1, ...runs.map(({ row }) => row + 1)) };
}

/** `shifts` are in the order of their begins. */
function runsOf(shifts: readonly ShiftRead[]): Omit<Run, 'row'>[] {
  const runs: (Omit<Run, 'row' | 'shifts'> & { shifts: Span[] })[] = [];
  for (const shift of shifts) {
    const span = spanOf(shift);
    const { userId } = shift;
    const isChange = shift.changeId !== null;
    const before = runs.findLastIndex((run) => run.userId === userId && run.isChange === isChange);
    const run = runs[before];
    const interrupted = runs.slice(before + 1).some((other) => other.endsAt > (run?.endsAt ?? 0));
    if (run !== undefined && !interrupted && span.startsAt - run.endsAt <= LONGEST_PAUSE)
      runs[before] = { ...run, endsAt: Math.max(run.endsAt, span.endsAt), shifts: [...run.shifts, span] };
    else runs.push({ ...span, userId, isChange, shifts: [span] });
  }
  return runs;
}

/** Each in the first row that is free. */
function inRows(runs: readonly Omit<Run, 'row'>[]): Run[] {
  const ends: number[] = [];
  return runs.map((run) => {
    const free = ends.findIndex((end) => end <= run.startsAt);
    const row = free === -1 ? ends.length : free;
    ends[row] = run.endsAt;
    return { ...run, row };
  });
}
