import type { ReactNode } from 'react';

import { Icon, type IconName } from './icon';
import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A small sign for a state: words first, an icon beside them, colour last. */
export function StatusBadge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon !== undefined && <Icon name={icon} size="xs" />}
      {children}
    </span>
  );
}
