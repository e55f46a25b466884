import type { ReactNode } from 'react';

import classes from './empty-state.module.css';
import { Icon, type IconName } from './icon';

export interface EmptyStateProps {
  icon?: IconName;
  title: ReactNode;
  /** Why there is nothing, and what to do. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon = 'info', title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Icon name={icon} size={28} className={classes.icon} />
      <p className={classes.title}>{title}</p>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {action}
    </div>
  );
}
