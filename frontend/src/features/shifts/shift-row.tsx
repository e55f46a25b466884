import { Button } from '@mantine/core';

import type { CoverRead, MyShiftRead } from '@/api/generated/types.gen';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import { requestAbout, returnedIn } from './requests';
import classes from './shifts.module.css';
import { formatLength, formatShift, formatShiftDay, formatShiftTimes } from './times';

import lists from '@/shared/ui/list.module.css';

interface ShiftRowProps {
  shift: MyShiftRead;
  /** For what else the user is planned at the same time. */
  besides: readonly string[];
  own: readonly CoverRead[];
  onCover: () => void;
  onSwap: () => void;
}

/** A shift that is ahead, with what has been asked about it, or can be. */
export function ShiftRow({ shift, besides, own, onCover, onSwap }: ShiftRowProps) {
  const { startsAt, timeZone, serviceLineName, scheduleName } = shift;
  const asked = requestAbout(shift, own);
  const when = formatShift(shift, timeZone);
  // Once it is asked, its buttons are gone.
  const row = useKeptFocus<HTMLLIElement>();
  return (
    <li ref={row} tabIndex={-1} className={classes.shift}>
      <p className={classes.when} data-figures="">
        <span className={classes.day}>{formatShiftDay(startsAt, timeZone)}</span>{' '}
        <span>{formatShiftTimes(shift, timeZone)}</span> <span className={lists.muted}>{formatLength(shift)}</span>
      </p>
      <div className={classes.line}>
        <p className={lists.muted}>
          {serviceLineName}, {scheduleName}
        </p>
        {besides.length > 0 && (
          <p className={classes.besides}>
            <Icon name="alert" size="sm" />
            <span>Also on call for {besides.join(', ')} then</span>
          </p>
        )}
      </div>
      <div className={classes.rowActions}>
        {asked === undefined ? (
          <>
            <Button variant="default" size="sm" aria-label={`Ask for Cover, ${when}`} onClick={onCover}>
              Ask for Cover
            </Button>
            <Button variant="default" size="sm" aria-label={`Swap, ${when}`} onClick={onSwap}>
              Swap
            </Button>
          </>
        ) : (
          <StatusBadge tone="accent" icon={returnedIn(asked) === null ? 'clock' : 'transfer'}>
            {returnedIn(asked) === null ? 'Asked for cover' : 'Asked to swap'}
          </StatusBadge>
        )}
      </div>
    </li>
  );
}
