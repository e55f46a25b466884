import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useRef, useState } from 'react';

import type { NotificationRead } from '@/api/generated/types.gen';
import { useDismiss, versionOf } from '@/features/notifications/queries';
import { pagesQuery } from '@/features/paging/queries';
import { showPage } from '@/features/video/beside';
import { useMe } from '@/session/me';
import { useSettling } from '@/shared/hooks/use-settling';
import { useTimestamp } from '@/shared/hooks/use-times';
import { isCovered } from '@/shared/lib/when-uncovered';
import { Banner } from '@/shared/ui/banner';
import { toastInfo } from '@/shared/ui/toasts';

import classes from './urgent-toasts.module.css';
import { notifiedComment, useOpenComment } from './use-open-comment';

/**
 * Urgent comments that the user was notified of and that do not wait in the bar. Each stays until it was opened or closed; both dismiss its
 * notification, and so remove it in every tab.
 */
export function UrgentToasts({ urgent }: { urgent: readonly NotificationRead[] }) {
  const undismissed = useUnpaged(useUndismissed(urgent));
  const { mutate: dismiss } = useDismiss();
  const openComment = useOpenComment();
  const previousFocus = useRef<Element | null>(null);
  const list = useSettling<HTMLDivElement>(undismissed.map(versionOf).join());
  const rememberFocus = ({ relatedTarget }: FocusEvent) => {
    if (list.current?.contains(relatedTarget) !== true) previousFocus.current = relatedTarget;
  };
  const open = async (notification: NotificationRead) => {
    if (!(await openComment(notifiedComment(notification)))) return;
    showPage();
    if (isCovered()) toastInfo('Close the open dialog to see the comment.');
  };
  const close = (notification: NotificationRead) => {
    // Do not focus the next toast: a key meant for a form must never close an alert that nobody has read.
    const target =
      previousFocus.current?.isConnected === true ? previousFocus.current : document.getElementById('main');
    if (target instanceof HTMLElement) target.focus();
    dismiss(notification);
  };
  if (undismissed.length === 0) return null;
  return (
    <div className={classes.list} role="region" aria-label="Urgent comments" ref={list}>
      {undismissed.map((notification) => (
        <UrgentToast
          key={versionOf(notification)}
          notification={notification}
          onFocus={rememberFocus}
          onOpen={() => open(notification)}
          onClose={() => close(notification)}
        />
      ))}
    </div>
  );
}

interface UrgentToastProps {
  notification: NotificationRead;
  /** One of its buttons received focus. */
  onFocus: (event: FocusEvent) => void;
  onOpen: () => Promise<void>;
  onClose: () => void;
}

function UrgentToast({ notification: { title, createdAt, details }, onFocus, onOpen, onClose }: UrgentToastProps) {
  const format = useTimestamp();
  const name = `${details.patientGivenName} ${details.patientFamilyName}`;
  return (
    <Banner
      tone="danger"
      announce="alert"
      title={title}
      actions={
        <>
          <Button
            className={classes.button}
            aria-label={`Open ${title}, ${name}`}
            onFocus={onFocus}
            onClick={() => void onOpen()}
          >
            Open
          </Button>
          <Button
            className={classes.button}
            variant="default"
            aria-label={`Close ${title}, ${name}`}
            onFocus={onFocus}
            onClick={onClose}
          >
            Close
          </Button>
        </>
      }
    >
      <p className={classes.patient}>{name}</p>
      <time dateTime={createdAt}>{format(createdAt)}</time>
    </Banner>
  );
}

/** Notifications that are new, or were new on arrival: opening the bell does not dismiss them. */
function useUndismissed(urgent: readonly NotificationRead[]): readonly NotificationRead[] {
  const wereNew = useRemembered(urgent.filter(({ isNew }) => isNew).map(versionOf));
  return urgent.filter((notification) => wereNew.has(versionOf(notification)));
}

/** What the bar has shown is no second notice afterwards: the user has seen it, or someone else has. */
function useUnpaged(urgent: readonly NotificationRead[]): readonly NotificationRead[] {
  const { data: pages } = useQuery({ ...pagesQuery(useMe().id), enabled: false });
  const consults = new Set(pages?.filter(({ kind }) => kind === 'urgentComment').map(({ consultId }) => consultId));
  const paged = useRemembered(urgent.filter(({ details }) => consults.has(details.consultId)).map(versionOf));
  return urgent.filter((notification) => !paged.has(versionOf(notification)));
}

/** These, and all that were among them before. */
function useRemembered(current: readonly string[]): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const all = new Set([...known, ...current]);
  if (all.size > known.size) setKnown(all);
  return all;
}
