import { useId, useState } from 'react';

import type { CoverRead, MyShiftRead } from '@/api/generated/types.gen';

import { CoverDialog } from './cover-dialog';
import { ShiftRow } from './shift-row';
import classes from './shifts.module.css';
import { SwapDialog } from './swap-dialog';
import { weekOf } from './times';

import lists from '@/shared/ui/list.module.css';

interface ShiftListProps {
  shifts: readonly MyShiftRead[];
  own: readonly CoverRead[];
  now: number;
}

interface Asking {
  readonly what: 'cover' | 'swap';
  readonly shift: MyShiftRead;
}

/** The user's next shifts by week, each of which colleagues can be asked to take. */
export function ShiftList({ shifts, own, now }: ShiftListProps) {
  const titleId = useId();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const weeks = byWeek(shifts, now);
  return (
    <section aria-labelledby={titleId}>
      <h2 className={lists.title} id={titleId}>
        Next Shifts
      </h2>
      {weeks.length === 0 && <p className={lists.muted}>None in the next 90 days.</p>}
      {weeks.map(({ key, name, shifts: ofWeek }) => (
        <section key={key} aria-labelledby={`week-${key}`}>
          <h3 className={classes.week} id={`week-${key}`}>
            {name}
          </h3>
          <ul className={classes.shifts}>
            {ofWeek.map((shift) => (
              <ShiftRow
                key={shift.id}
                shift={shift}
                own={own}
                onCover={() => setAsking({ what: 'cover', shift })}
                onSwap={() => setAsking({ what: 'swap', shift })}
              />
            ))}
          </ul>
        </section>
      ))}
      {asking?.what === 'cover' && <CoverDialog shift={asking.shift} onClose={close} />}
      {asking?.what === 'swap' && <SwapDialog shift={asking.shift} onClose={close} />}
    </section>
  );
}

interface Week {
  readonly key: string;
  readonly name: string;
  readonly shifts: MyShiftRead[];
}

/** The shifts are ordered by begin, but weeks of two zones may begin in between. */
function byWeek(shifts: readonly MyShiftRead[], now: number): readonly Week[] {
  const weeks = new Map<string, Week>();
  for (const shift of shifts) {
    const { key, name } = weekOf(shift.startsAt, shift.timeZone, now);
    const week = weeks.get(key) ?? { key, name, shifts: [] };
    week.shifts.push(shift);
    weeks.set(key, week);
  }
  return [...weeks.values()];
}
