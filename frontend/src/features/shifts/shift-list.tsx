import { useId, useState } from 'react';

import type { CoverRead, MyShiftRead } from '@/api/generated/types.gen';
import { viewerZone } from '@/shared/lib/dates';

import { CoverDialog } from './cover-dialog';
import { ShiftRow } from './shift-row';
import classes from './shifts.module.css';
import { SwapDialog } from './swap-dialog';
import { besides, weekOf } from './times';

import lists from '@/shared/ui/list.module.css';

interface ShiftListProps {
  shifts: readonly MyShiftRead[];
  /** All of the user's, also the one that runs. */
  all: readonly MyShiftRead[];
  own: readonly CoverRead[];
  now: number;
}

interface Asking {
  readonly what: 'cover' | 'swap';
  readonly shift: MyShiftRead;
}

/** The user's next shifts by week, each of which colleagues can be asked to take. */
export function ShiftList({ shifts, all, own, now }: ShiftListProps) {
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
                besides={besides(shift, all)}
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

/** Weeks of the viewer's, whatever the zones of the shifts. */
function byWeek(shifts: readonly MyShiftRead[], now: number): readonly Week[] {
  const weeks = new Map<string, Week>();
  for (const shift of shifts) {
    const { key, name } = weekOf(shift.startsAt, viewerZone(), now);
    const week = weeks.get(key) ?? { key, name, shifts: [] };
    week.shifts.push(shift);
    weeks.set(key, week);
  }
  return [...weeks.values()];
}
