import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import classes from './provisioning.module.css';

/** A part of the page with its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
