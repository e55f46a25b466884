import type { SystemItem, SystemState } from '@/api/generated/types.gen';
import { useTimestamp } from '@/shared/hooks/use-times';
import { Icon, type IconName } from '@/shared/ui/icon';
import { WithCode } from '@/shared/ui/with-code';

import classes from './item.module.css';
import { stateLabel } from './words';

const icons: Record<SystemState, IconName> = { ok: 'check-circle', note: 'info', lookSoon: 'alert', actNow: 'alert' };

/** The state as a sign, which is also read out. */
export function StateIcon({ state, size = 'md' }: { state: SystemState; size?: 'md' | 'lg' }) {
  return (
    <span className={classes.sign} data-state={state}>
      <Icon name={icons[state]} size={size} />
      <span className="wl-visually-hidden">{stateLabel(state)}:</span>
    </span>
  );
}

interface ItemProps {
  item: SystemItem;
  title: string;
  /** On a wide screen, the title is a column of its own. */
  isWide?: boolean;
}

export function Item({ item: { value, action, at }, title, isWide = false }: ItemProps) {
  const timestamp = useTimestamp();
  return (
    <div className={classes.words} data-wide={isWide || undefined}>
      <p className={classes.name}>{title}</p>
      <div className={classes.text}>
        <p>
          {value}
          {at !== null && (
            <>
              {' '}
              <time className={classes.time} dateTime={at}>
                {timestamp(at)}
              </time>
            </>
          )}
        </p>
        {action !== null && (
          <p className={classes.action}>
            <WithCode>{action}</WithCode>
          </p>
        )}
      </div>
    </div>
  );
}
