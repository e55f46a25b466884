import type { UseFormReturn } from 'react-hook-form';

import { RepeatedRow } from '@/shared/forms/field-row';
import { ListProblem } from '@/shared/forms/list-problem';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';

import { LABELS, type LineValues } from './line-values';
import classes from './lines.module.css';

const NAMES = [
  { value: 'critical', label: 'Critical' },
  { value: 'urgent', label: 'Urgent' },
  { value: 'routine', label: 'Routine' },
] as const;

/** The three priorities of a line: how urgent they are shown, their limit, and their place among those of all lines. */
export function PrioritiesField({ form: { control, getValues } }: { form: UseFormReturn<LineValues> }) {
  return (
    <div className={classes.rows}>
      <p className={classes.note}>
        The limit is from the request to its completion. Lists show lower ranks first, across all lines.
      </p>
      {getValues('priorities').map(({ id }, index) => (
        <RepeatedRow key={id} className={classes.listed} label={`Priority ${id}`}>
          <SelectField
            control={control}
            name={`priorities.${index}.name`}
            label={`Priority ${id}`}
            options={NAMES}
            blank={null}
          />
          <TextField
            control={control}
            name={`priorities.${index}.minutes`}
            label="Limit in Minutes"
            inputMode="decimal"
            required
          />
          <TextField control={control} name={`priorities.${index}.rank`} label="Rank" inputMode="numeric" />
        </RepeatedRow>
      ))}
      <ListProblem control={control} name="priorities" label={LABELS.priorities} />
    </div>
  );
}
