import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

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

/** Replaces what could not be loaded; the rest of the page stays usable. Tries again by itself when there is a network again. */
export function ErrorState({ title, children, onRetry, retrying = false, order }: ErrorStateProps) {
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    const again = () => retry();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <div className={classes.empty} role="alert">
      <Icon name="alert" size="lg" className={classes.icon} />
      <StateTitle order={order}>{title}</StateTitle>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {!isOnline && <p className={classes.text}>There is no network connection. This loads once there is one.</p>}
      {onRetry !== undefined && (
        <Button variant="default" leftSection={<Icon name="refresh" size="sm" />} loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function followNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
