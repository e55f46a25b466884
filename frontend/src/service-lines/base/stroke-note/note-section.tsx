import { Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import classes from './note-section.module.css';

/** A part of the note under its own heading. */
export function NoteSection({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 className={classes.title} id={id}>
          {title}
        </h3>
        {end}
      </div>
      <Stack gap="lg">{children}</Stack>
    </section>
  );
}
