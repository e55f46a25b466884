import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon } from '@/shared/ui/icon';
import { PhoneLink } from '@/shared/ui/phone-link';

import classes from './facts.module.css';

export interface FactsProps {
  /** One fact per line, with the label before the value. */
  dense?: boolean;
  /** Large type, for the few facts that decisions depend on. */
  large?: boolean;
  children: ReactNode;
}

/** Labels with their values, side by side where there is room. */
export function Facts({ dense = false, large = false, children }: FactsProps) {
  return (
    <dl className={classes.facts} data-dense={dense || undefined} data-large={large || undefined}>
      {children}
    </dl>
  );
}

export interface FactProps {
  label: string;
  /** Takes the full width, for long text. */
  wide?: boolean;
  /** If this is empty, nothing is shown, not even the label. */
  children: ReactNode;
}

export function Fact({ label, wide = false, children }: FactProps) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

export interface PhoneFactProps {
  label: string;
  /** As stored: `(###) ###-####`. */
  number: string;
  onEdit?: (() => void) | undefined;
}

/** A phone number as a link to call it. */
export function PhoneFact({ label, number, onEdit }: PhoneFactProps) {
  return (
    <Fact label={label}>
      <span className={classes.phone}>
        <PhoneLink number={number} />
        {onEdit !== undefined && (
          <Button
            className={classes.edit}
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="edit" size="sm" />}
            aria-label="Edit bedside phone number"
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
      </span>
    </Fact>
  );
}
