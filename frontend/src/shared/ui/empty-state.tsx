import type { ReactNode } from 'react';

import classes from './empty-state.module.css';
import { Icon, type IconName } from './icon';

/** 1 if it replaces a whole page. */
export type HeadingOrder = 1 | 2;

export interface EmptyStateProps {
  icon?: IconName;
  title: ReactNode;
  /** Why there is nothing, and what to do. */
  children?: ReactNode;
  action?: ReactNode;
  /** The heading level of the title; without it, the title is not a heading. */
  order?: HeadingOrder;
}

export function EmptyState({ icon = 'info', title, children, action, order }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Icon name={icon} size="lg" className={classes.icon} />
      <StateTitle order={order}>{title}</StateTitle>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {action}
    </div>
  );
}

export function StateTitle({ order, children }: { order: HeadingOrder | undefined; children: ReactNode }) {
  const Title = order === undefined ? 'p' : (`h${order}` as const);
  return <Title className={classes.title}>{children}</Title>;
}
