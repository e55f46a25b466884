import { ActionIcon } from '@mantine/core';
import { type ComponentType, useRef, useState } from 'react';

import { pluralize } from '@/shared/lib/pluralize';
import { Icon } from '@/shared/ui/icon';

import classes from './notification-bell.module.css';
import { useNotifications } from './queries';

const MAX_SHOWN = 99;

export interface NotificationBellProps {
  panel: ComponentType<{ onClose: () => void }>;
  /** The user is about to open the panel. */
  onNear: () => void;
}

/** The number of new notifications, and the button that opens the panel. */
export function NotificationBell({ panel: Panel, onNear }: NotificationBellProps) {
  const { notifications } = useNotifications();
  const [opened, setOpened] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const count = notifications?.filter(({ isNew }) => isNew).length;
  const close = () => {
    setOpened(false);
    bell.current?.focus();
  };
  return (
    <div className={classes.frame}>
      <ActionIcon
        ref={bell}
        className={`${classes.bell ?? ''} wl-thumb`}
        aria-label={count === undefined || count === 0 ? 'Notifications' : `Notifications, ${count} new`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        <Icon name="bell" />
        {count !== undefined && count > 0 && (
          <span className={classes.count} data-figures="" aria-hidden="true">
            {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          </span>
        )}
      </ActionIcon>
      <Arrivals count={count} />
      {opened && <Panel onClose={close} />}
    </div>
  );
}

/** Announces new notifications to screen readers. The bell's label covers those that were there when the page loaded. */
function Arrivals({ count }: { count: number | undefined }) {
  const [announced, setAnnounced] = useState({ count, text: '' });
  if (announced.count !== count) {
    const more = count !== undefined && announced.count !== undefined && count > announced.count;
    setAnnounced({ count, text: more ? pluralize(count, 'new notification') : '' });
  }
  return (
    <span className="wl-visually-hidden" role="status">
      {announced.text}
    </span>
  );
}
