import { Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import classes from './note-section.module.css';

export interface NoteSectionProps {
  title: string;
  /** The heading's id, if something links to it. */
  heading?: string;
  end?: ReactNode;
  children: ReactNode;
}

/** A section of the note with its heading. */
export function NoteSection({ title, heading, end, children }: NoteSectionProps) {
  const own = useId();
  const id = heading ?? own;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 className={classes.title} id={id} tabIndex={heading === undefined ? undefined : -1}>
          {title}
        </h3>
        {end}
      </div>
      <Stack gap="lg">{children}</Stack>
    </section>
  );
}
