import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon } from '@/shared/ui/icon';

import { RowContext } from './form-fields';
import classes from './field-row.module.css';

export interface FieldRowProps {
  /** Sets `--wl-column`, the width of a field below which fewer are beside each other. */
  className?: string | undefined;
  children: ReactNode;
}

/** Fields beside each other, each of which has its input as a child or a grandchild. */
export function FieldRow({ className = '', children }: FieldRowProps) {
  return <div className={`${classes.row ?? ''} ${className}`}>{children}</div>;
}

export interface RepeatedRowProps extends FieldRowProps {
  /** Tells the row apart from others with the same labels: `Hours 2`. */
  label: string;
  /** What the button that removes it says, and does. */
  removal?: { readonly label: string; readonly onPress: () => void } | undefined;
}

/** Fields that belong together and are repeated for each row of a list. */
export function RepeatedRow({ label, removal, className = '', children }: RepeatedRowProps) {
  return (
    <div
      className={`${classes.row ?? ''} ${className}`}
      role="group"
      aria-label={label}
      data-removal={removal !== undefined || undefined}
    >
      <RowContext value={label}>{children}</RowContext>
      {removal !== undefined && (
        <div className={classes.removal}>
          <ActionIcon className="wl-thumb" aria-label={removal.label} onClick={removal.onPress}>
            <Icon name="close" size="sm" />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

/** A field that takes a whole line among others. */
export function WholeLine({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
