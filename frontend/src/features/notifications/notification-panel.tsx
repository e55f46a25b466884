import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { NotificationRead } from '@/api/generated/types.gen';
import { useSidePanelSize } from '@/shared/hooks/use-layout';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { NotificationCard } from './notification-card';
import classes from './notification-panel.module.css';
import { useDismiss, useNotifications, useSetNotNew, versionOf } from './queries';

export interface NotificationPanelProps {
  /** The button that does what a notification is about. */
  action: (notification: NotificationRead) => ReactNode;
  onClose: () => void;
}

/** The `Notifications` panel on the right. Its notifications, including those that arrive while it is open, count as seen. */
export function NotificationPanel({ action, onClose }: NotificationPanelProps) {
  const { notifications, error, isFetching, refetch } = useNotifications();
  const newIds = useNewIds(notifications);
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Notifications"
      position="right"
      size={useSidePanelSize()}
      returnFocus={false}
    >
      {notifications !== undefined ? (
        <NotificationList notifications={notifications} newIds={newIds} action={action} />
      ) : error === null ? (
        <SkeletonCards count={3} label="Loading notifications" />
      ) : (
        <ErrorState title="Failed to load notifications" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Drawer>
  );
}

interface NotificationListProps extends Pick<NotificationPanelProps, 'action'> {
  notifications: readonly NotificationRead[];
  newIds: ReadonlySet<string>;
}

function NotificationList({ notifications, newIds, action }: NotificationListProps) {
  const { mutate: dismiss } = useDismiss();
  const frame = useRef<HTMLDivElement>(null);
  const remove = (notification: NotificationRead, card: HTMLElement | null) => {
    // Focus moves to the next notification, which takes the place of this one.
    const beside = card?.nextElementSibling ?? card?.previousElementSibling;
    (beside?.querySelector<HTMLElement>('[data-dismiss]') ?? frame.current)?.focus();
    dismiss(notification);
  };
  return (
    <div ref={frame} tabIndex={-1} className={classes.frame}>
      {notifications.length === 0 ? (
        <EmptyState icon="bell" title="No Notifications">
          Urgent comments on your service line, your unsigned notes, your failed faxes, and notes signed for your
          consults appear here.
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {notifications.map((notification) => (
            <NotificationCard
              key={notification.id}
              notification={notification}
              isNew={newIds.has(notification.id)}
              action={action(notification)}
              onDismiss={remove}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Marks notifications as seen, on opening and as more arrive; those that were new stay highlighted while the panel is open. */
function useNewIds(notifications: readonly NotificationRead[] | undefined): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const { mutate: setNotNew } = useSetNotNew();
  const fresh = notifications?.filter(({ isNew }) => isNew) ?? [];
  const unmarked = fresh.filter(({ id }) => !newIds.has(id));
  if (unmarked.length > 0) setNewIds(new Set([...newIds, ...unmarked.map(({ id }) => id)]));

  const reported = useRef<ReadonlySet<string>>(null);
  const markSeen = useEffectEvent(() => {
    const before = reported.current;
    reported.current = new Set([...(before ?? []), ...fresh.map(versionOf)]);
    // After a failure, try again only with the next notification, so that a failing request is not repeated endlessly.
    if (before === null || fresh.some((one) => !before.has(versionOf(one)))) setNotNew(fresh);
  });
  const versions = fresh.map(versionOf).join();
  useEffect(() => markSeen(), [versions]);
  return newIds;
}
