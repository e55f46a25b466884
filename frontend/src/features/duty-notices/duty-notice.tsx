import { ActionIcon, Button } from '@mantine/core';
import { type MouseEvent, useId } from 'react';

import type { DutyNoticeRead } from '@/api/generated/types.gen';
import { Icon } from '@/shared/ui/icon';

import classes from './duty-bar.module.css';

export interface DutyNoticeProps {
  notice: DutyNoticeRead;
  /** It keeps its place for a moment. */
  hasEnded: boolean;
  /** The user is going on call. */
  isGoing: boolean;
  onOpen: () => void;
  onGoOnCall: () => void;
  onDismiss: () => void;
}

/** A row of the bar. */
export function DutyNotice({ notice, hasEnded, isGoing, onOpen, onGoOnCall, onDismiss }: DutyNoticeProps) {
  const { text, urgent, goesOnCallFor } = notice;
  const textId = useId();
  return (
    <li className={classes.notice} data-urgent={urgent || undefined} data-ended={hasEnded || undefined}>
      <Icon name={urgent ? 'alert' : 'clock'} className={classes.icon} />
      <p className={classes.text} id={textId}>
        {text}
      </p>
      <div className={classes.actions}>
        {goesOnCallFor === null ? (
          <PageLink notice={notice} hasEnded={hasEnded} textId={textId} onOpen={onOpen} />
        ) : (
          <Button
            className="wl-thumb"
            size="sm"
            aria-describedby={textId}
            loading={isGoing && !hasEnded}
            disabled={hasEnded}
            onClick={onGoOnCall}
          >
            {notice.actionName}
          </Button>
        )}
        <ActionIcon className="wl-thumb" aria-label={`Dismiss: ${text}`} disabled={hasEnded} onClick={onDismiss}>
          <Icon name="close" size="sm" />
        </ActionIcon>
      </div>
    </li>
  );
}

interface PageLinkProps extends Pick<DutyNoticeProps, 'notice' | 'hasEnded' | 'onOpen'> {
  textId: string;
}

/** Leads to the page where something can be done about it. */
function PageLink({ notice: { path, actionName, urgent }, hasEnded, textId, onOpen }: PageLinkProps) {
  const open = (event: MouseEvent) => {
    // The browser opens another tab or window by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!hasEnded) onOpen();
  };
  return (
    <Button
      component="a"
      href={path}
      className="wl-thumb"
      size="sm"
      variant={urgent ? 'filled' : 'default'}
      aria-describedby={textId}
      data-disabled={hasEnded || undefined}
      aria-disabled={hasEnded || undefined}
      onClick={open}
    >
      {actionName}
    </Button>
  );
}
