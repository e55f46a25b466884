import type { PlaceChoices, UnitDetails } from '@/api/generated/types.gen';
import { Answers, Group } from '@/versions/group';
import classes from '@/versions/versions.module.css';

import { GROUPS } from './unit-groups';
import { valuesOf } from './unit-values';
import { UNIT_LABELS, unitAnswer } from './unit-words';

/** A unit that a file manages. */
export function UnitFacts({ unit, choices }: { unit: UnitDetails; choices: PlaceChoices }) {
  const values = valuesOf({ ...unit, draft: null, draftSettings: null });
  return (
    <div className={classes.groups}>
      {Object.values(GROUPS).map(({ title, fields }) => (
        <Group key={title} title={title}>
          <Answers
            answers={fields.map((field) => ({ label: UNIT_LABELS[field], answer: unitAnswer(field, values, choices) }))}
          />
        </Group>
      ))}
    </div>
  );
}
