import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './versions.module.css';

export interface ObjectHeadProps {
  name: string;
  /** What it is, in a line. */
  children: ReactNode;
  /** What can be done with the whole object. */
  action?: ReactNode;
}

/** The heading of an object's page. */
export function ObjectHead({ name, children, action }: ObjectHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.title}>
        <Title order={1}>{name}</Title>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}
