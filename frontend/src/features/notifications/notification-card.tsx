import { ActionIcon } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { NotificationRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { useTimestamp } from '@/shared/hooks/use-times';
import { daysBetween, relativeTime } from '@/shared/lib/relative-time';
import { Icon } from '@/shared/ui/icon';

import classes from './notification-card.module.css';

export interface NotificationCardProps {
  notification: NotificationRead;
  /** Not seen before. */
  isNew: boolean;
  action: ReactNode;
  onDismiss: (notification: NotificationRead, card: HTMLElement | null) => void;
}

/** One notification, with its patient, its age and its actions. */
export function NotificationCard({ notification, isNew, action, onDismiss }: NotificationCardProps) {
  const { title, createdAt, details } = notification;
  const name = `${details.patientGivenName} ${details.patientFamilyName}`;
  const dismiss = ({ currentTarget }: MouseEvent) => onDismiss(notification, currentTarget.closest('li'));
  return (
    <li className={classes.card} data-new={isNew || undefined}>
      <div className={classes.head}>
        <p className={classes.title}>
          {isNew && (
            <>
              <span className={classes.mark} aria-hidden="true" />
              <span className="wl-visually-hidden">New: </span>
            </>
          )}
          {title}
        </p>
        <ActionIcon className="wl-thumb" aria-label={`Dismiss ${title}, ${name}`} data-dismiss="" onClick={dismiss}>
          <Icon name="close" size="sm" />
        </ActionIcon>
      </div>
      <p className={classes.patient}>{name}</p>
      <div className={classes.footer}>
        <RelativeTime moment={createdAt} />
        {action}
      </div>
    </li>
  );
}

/** Updates every second until the age is in days. */
function RelativeTime({ moment }: { moment: string }) {
  const countsDays = daysBetween(moment, useNow()) > 1;
  const now = useNow(countsDays ? constants.TICK_MS : constants.NOTIFICATION_TICK_MS);
  return (
    <time className={classes.time} dateTime={moment} title={useTimestamp()(moment)}>
      {relativeTime(moment, now)}
    </time>
  );
}
