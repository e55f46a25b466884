import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

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

/** Replaces what could not be loaded; the rest of the page stays usable. */
export function ErrorState({ title, children, onRetry, retrying = false, order }: ErrorStateProps) {
  return (
    <div className={classes.empty} role="alert">
      <Icon name="alert" size="lg" className={classes.icon} />
      <StateTitle order={order}>{title}</StateTitle>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {onRetry !== undefined && (
        <Button variant="default" leftSection={<Icon name="refresh" size="sm" />} loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
