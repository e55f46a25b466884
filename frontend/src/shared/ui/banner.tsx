import type { ReactNode, Ref } from 'react';

import { Icon, type IconName } from './icon';
import classes from './banner.module.css';
import type { Tone } from './status-badge';

const icons: Record<Tone, IconName> = {
  neutral: 'info',
  accent: 'info',
  success: 'check-circle',
  warning: 'alert',
  danger: 'alert',
};

export interface BannerProps {
  tone?: Tone;
  /** Announced at once (`alert`), at the next pause (`status`), or not at all because it was there from the start. */
  announce?: 'alert' | 'status' | undefined;
  icon?: IconName;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** A message across the page or the form: what happened and what to do. */
export function Banner({ tone = 'neutral', announce, icon, title, children, actions, ref }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={announce} ref={ref} tabIndex={ref ? -1 : undefined}>
      <Icon name={icon ?? icons[tone]} className={classes.icon} />
      <div className={classes.text}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
