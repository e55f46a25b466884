import { Button } from '@mantine/core';

import { useMe } from '@/session/me';
import { Icon } from '@/shared/ui/icon';

import { useReachable } from './queries';
import classes from './short-warning.module.css';
import { ONLY_THIS_SCREEN, UNREACHABLE } from './unreachable-note';

/** Says in a few words, beside what waits, that nothing but the screen can reach a user on call. */
export function ShortWarning({ onOpenPaging }: { onOpenPaging: () => void }) {
  const me = useMe();
  const isUnreachable = useReachable(me) === false;
  if (!isUnreachable || me.checkedInLineIds.length === 0) return null;
  return (
    <div className={classes.warning} role="status" data-unreachable="">
      <Button variant="subtle" leftSection={<Icon name="alert" />} title={UNREACHABLE} onClick={onOpenPaging}>
        <span className={classes.words}>{ONLY_THIS_SCREEN}</span>
      </Button>
    </div>
  );
}
