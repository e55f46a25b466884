import type { PeopleChoices, PersonRead } from '@/api/generated/types.gen';
import { Group } from '@/versions/group';
import classes from '@/versions/versions.module.css';

import { GroupAnswers, GROUPS } from './groups';
import { valuesOf } from './person-values';

/** A person whom a file manages. */
export function PersonFacts({ person, choices }: { person: PersonRead; choices: PeopleChoices }) {
  return (
    <div className={classes.groups}>
      {GROUPS.map(({ name, title, fields }) => (
        <Group key={name} title={title}>
          <GroupAnswers fields={fields} values={valuesOf(person)} choices={choices} />
        </Group>
      ))}
    </div>
  );
}
