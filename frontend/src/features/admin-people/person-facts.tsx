import type { PeopleChoices, PersonRead } from '@/api/generated/types.gen';

import { Answers, Group, GROUPS } from './groups';
import classes from './person.module.css';
import { valuesOf } from './person-values';

/** A person whom a file manages. */
export function PersonFacts({ person, choices }: { person: PersonRead; choices: PeopleChoices }) {
  return (
    <div className={classes.groups}>
      {GROUPS.map(({ name, title, fields }) => (
        <Group key={name} title={title}>
          <Answers fields={fields} values={valuesOf(person)} choices={choices} />
        </Group>
      ))}
    </div>
  );
}
