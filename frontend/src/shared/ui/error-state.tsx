import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './empty-state.module.css';
import { Icon } from './icon';

export interface ErrorStateProps {
  title: ReactNode;
  children?: ReactNode;
  /** Shows "Try again". */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
}

/** In the place of what could not be loaded; the rest of the page stays usable. */
export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className={classes.empty} role="alert">
      <Icon name="alert" size={28} className={classes.icon} />
      <p className={classes.title}>{title}</p>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {onRetry !== undefined && (
        <Button variant="default" leftSection={<Icon name="refresh" size={18} />} loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
