import { ActionIcon, Button } from '@mantine/core';
import { type MouseEvent, type ReactNode, useId } from 'react';

import type { DutyNoticeRead } from '@/api/generated/types.gen';
import { Icon } from '@/shared/ui/icon';

import classes from './duty-bar.module.css';

export interface DutyNoticeProps {
  notice: DutyNoticeRead;
  /** It keeps its place for a moment. */
  hasEnded: boolean;
  /** A button that leads to the others. */
  more: ReactNode;
  onOpen: () => void;
  onDismiss: () => void;
}

/** A row of the bar. */
export function DutyNotice({ notice, hasEnded, more, onOpen, onDismiss }: DutyNoticeProps) {
  const { text, path, actionName, urgent } = notice;
  const textId = useId();
  const open = (event: MouseEvent) => {
    // The browser opens another tab or window by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!hasEnded) onOpen();
  };
  return (
    <li className={classes.notice} data-urgent={urgent || undefined} data-ended={hasEnded || undefined}>
      <Icon name={urgent ? 'alert' : 'clock'} className={classes.icon} />
      <p className={classes.text} id={textId}>
        {text}
      </p>
      <div className={classes.actions}>
        {more}
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
        <ActionIcon className="wl-thumb" aria-label={`Dismiss: ${text}`} disabled={hasEnded} onClick={onDismiss}>
          <Icon name="close" size="sm" />
        </ActionIcon>
      </div>
    </li>
  );
}
