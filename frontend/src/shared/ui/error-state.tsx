import { Button } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

import classes from './empty-state.module.css';
import { type HeadingOrder, StateTitle } from './empty-state';
import { Icon } from './icon';

export interface ErrorStateProps {
  title: ReactNode;
  children?: ReactNode;
  /** Shows "Try again". */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** The heading level of the title. */
  order?: HeadingOrder;
}

/** Replaces what could not be loaded; the rest of the page stays usable. Tries again by itself when the network comes or goes. */
export function ErrorState({ title, children, onRetry, retrying = false, order }: ErrorStateProps) {
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => onlineManager.subscribe(() => retry()), []);
  return (
    <div className={classes.empty} role="alert">
      <Icon name="alert" size="lg" className={classes.icon} />
      <StateTitle order={order}>{title}</StateTitle>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {!navigator.onLine && <p className={classes.text}>There is no network connection.</p>}
      {onRetry !== undefined && (
        <Button variant="default" leftSection={<Icon name="refresh" size="sm" />} loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
