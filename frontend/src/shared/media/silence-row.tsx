import { Button } from '@mantine/core';

import { Icon } from '@/shared/ui/icon';

import classes from './silence-row.module.css';
import type { Silence } from './silence';

/** The last row of what waits, if it makes no sound. */
export function SilenceRow({ silence: { why, remedy, end } }: { silence: Silence }) {
  return (
    <div className={classes.row} role="status">
      <Icon name="sound-off" />
      <p>{why}</p>
      <Button className={classes.remedy} variant="default" onClick={end}>
        {remedy}
      </Button>
    </div>
  );
}
