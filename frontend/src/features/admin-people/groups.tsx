import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import type { PeopleChoices } from '@/api/generated/types.gen';

import classes from './person.module.css';
import { type FieldName, LABELS, type PersonValues } from './person-values';
import { answerInWords } from './words';

/** The groups of the page with their fields. */
export const GROUPS = [
  {
    name: 'identity',
    title: 'Name and sign-in',
    fields: ['firstName', 'lastName', 'subject', 'phoneNumber', 'medipacId'],
  },
  { name: 'places', title: 'Where they work', fields: ['organizationIds', 'locationIds'] },
  { name: 'rights', title: 'What they may do', fields: ['roleIds', 'serviceLines'] },
  { name: 'licenses', title: 'Licenses', fields: ['licenses'] },
] as const satisfies readonly { name: string; title: string; fields: readonly FieldName[] }[];

export type GroupName = (typeof GROUPS)[number]['name'];

export interface GroupProps {
  title: string;
  children: ReactNode;
}

/** A part of the page. */
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
  fields: readonly FieldName[];
  values: PersonValues;
  choices: PeopleChoices;
}

/** What cannot be changed, in words. */
export function Answers({ fields, values, choices }: AnswersProps) {
  return (
    <dl className={classes.answers}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{LABELS[field]}</dt>
          <dd>{answerInWords(field, values, choices)}</dd>
        </div>
      ))}
    </dl>
  );
}
