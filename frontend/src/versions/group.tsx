import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import classes from './versions.module.css';

export interface GroupProps {
  title: string;
  children: ReactNode;
}

/** A part of an object's page. */
export function Group({ title, children }: GroupProps) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

export interface AnswersProps {
  answers: readonly { readonly label: string; readonly answer: ReactNode }[];
}

/** What cannot be changed, in words. */
export function Answers({ answers }: AnswersProps) {
  return (
    <dl className={classes.answers}>
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
