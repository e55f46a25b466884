import { Button } from '@mantine/core';

import { useMe } from '@/session/me';
import { Banner } from '@/shared/ui/banner';

import classes from './contacts.module.css';
import { useReachable } from './queries';

/** Says in the on-call menu that nothing but the screen can reach the user. */
export function UnreachableNote({ onOpenPaging }: { onOpenPaging: () => void }) {
  const isUnreachable = useReachable(useMe()) === false;
  const button = <PagingButton onClick={onOpenPaging} />;
  return (
    <div className={classes.note}>
      {isUnreachable ? (
        <Banner tone="warning" actions={button}>
          {UNREACHABLE}
        </Banner>
      ) : (
        button
      )}
    </div>
  );
}

export const ONLY_THIS_SCREEN = 'Only this screen reaches you';
export const UNREACHABLE =
  'If this screen is closed or locked, nothing else can reach you. Add a phone or a device in Paging Settings.';

interface UnreachableBannerProps {
  onOpenPaging: () => void;
  onDismiss: () => void;
}

/** The same after a check-in. */
export function UnreachableBanner({ onOpenPaging, onDismiss }: UnreachableBannerProps) {
  const me = useMe();
  const isUnreachable = useReachable(me) === false;
  if (!isUnreachable || me.checkedInLineIds.length === 0) return null;
  return (
    <div className={classes.warning} data-unreachable="">
      <Banner
        tone="warning"
        announce="status"
        title={ONLY_THIS_SCREEN}
        actions={
          <>
            <PagingButton onClick={onOpenPaging} />
            <Button variant="subtle" onClick={onDismiss}>
              Not Now
            </Button>
          </>
        }
      >
        <p className={classes.explanation}>{UNREACHABLE}</p>
      </Banner>
    </div>
  );
}

function PagingButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" onClick={onClick}>
      Paging Settings
    </Button>
  );
}
