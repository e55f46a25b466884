import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { routes } from '@/shared/lib/routes';

import classes from './versions.module.css';

export interface ObjectHeadProps {
  name: string;
  /** What it is, in a line. */
  children: ReactNode;
  /** What can be done with the whole object. */
  action?: ReactNode;
  /** The object in the audit trail: its kind and code. */
  about: string;
}

/** The heading of an object's page. */
export function ObjectHead({ name, children, action, about }: ObjectHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.title}>
        <Title order={1} title={name}>
          {name}
        </Title>
        <p>
          {children} ·{' '}
          <Anchor underline="always" renderRoot={(props) => <Link {...props} to={routes.audit} search={{ about }} />}>
            Audit trail
          </Anchor>
        </p>
      </div>
      {action}
    </div>
  );
}
