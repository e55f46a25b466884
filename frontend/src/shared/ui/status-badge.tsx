import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon, type IconName } from './icon';
import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

export interface StatusBadgeProps {
  tone?: Tone;
  icon?: IconName | undefined;
  children: ReactNode;
}

/** The text states the status; icon and color only support it. */
export function StatusBadge({ tone = 'neutral', icon, children }: StatusBadgeProps) {
  return (
    <Badge
      component="span"
      className={classes.badge}
      data-tone={tone}
      leftSection={icon && <Icon name={icon} size="xs" />}
    >
      {children}
    </Badge>
  );
}
