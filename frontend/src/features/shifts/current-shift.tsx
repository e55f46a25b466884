import { type ReactNode, useId } from 'react';

import type { MyShiftRead } from '@/api/generated/types.gen';
import { formatCardTime } from '@/shared/lib/dates';

import classes from './shifts.module.css';
import { formatUntil } from './times';

interface CurrentShiftProps {
  shift: MyShiftRead;
  now: number;
  /** How the user goes on call for it. */
  children: ReactNode;
}

/** The shift that runs, or is about to begin. */
export function CurrentShift({ shift, now, children }: CurrentShiftProps) {
  const titleId = useId();
  const { serviceLineName, scheduleName, timeZone, startsAt, endsAt } = shift;
  const planned = `planned for ${serviceLineName}, ${scheduleName} until ${formatUntil(endsAt, timeZone, now)}`;
  return (
    <section className={classes.current} aria-labelledby={titleId}>
      <h2 className={classes.currentTitle} id={titleId}>
        {Date.parse(startsAt) <= now
          ? `You are ${planned}`
          : `From ${formatCardTime(startsAt, timeZone)} you are ${planned}`}
      </h2>
      {children}
    </section>
  );
}
