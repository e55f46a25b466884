import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import classes from './retention.module.css';

export interface PartProps {
  title: string;
  /** A button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the page with its title. */
export function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.row}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  );
}
