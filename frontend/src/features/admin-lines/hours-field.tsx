import { ActionIcon, Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';

import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { Icon } from '@/shared/ui/icon';

import { aroundTheClock, type LineValues } from './line-values';
import classes from './lines.module.css';
import { DAY_NAMES } from './words';

const DAYS = DAY_NAMES.map((label, index) => ({ value: index + 1, label }));

export interface HoursFieldProps {
  form: UseFormReturn<LineValues>;
  zones: readonly string[];
}

/** The weekly hours; without any, the line is open around the clock. */
export function HoursField({ form: { control }, zones }: HoursFieldProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'hours' });
  const hours = useWatch({ control, name: 'hours' });
  const { errors } = useFormState({ control });
  const options = zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  const problem = errors.hours?.message ?? errors.hours?.root?.message;
  return (
    <div className={classes.rows}>
      <p className={classes.note}>
        {fields.length === 0
          ? 'The line is open around the clock. Add hours to open it at certain times only.'
          : 'A closing time that is not after the opening time is on the next day. 24:00 is the end of the day.'}
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className={classes.hours} role="group" aria-label={`Hours ${index + 1}`}>
          <SelectField control={control} name={`hours.${index}.firstDay`} label="From" options={DAYS} blank={null} />
          <SelectField control={control} name={`hours.${index}.lastDay`} label="To" options={DAYS} blank={null} />
          <TextField control={control} name={`hours.${index}.opens`} label="Opens" placeholder="08:00" required />
          <TextField control={control} name={`hours.${index}.closes`} label="Closes" placeholder="17:00" required />
          <SelectField
            control={control}
            name={`hours.${index}.zone`}
            label="Time Zone"
            options={options}
            blank={null}
          />
          <ActionIcon className="wl-thumb" aria-label={`Remove hours ${index + 1}`} onClick={() => remove(index)}>
            <Icon name="close" size="sm" />
          </ActionIcon>
        </div>
      ))}
      {problem !== undefined && <p className={classes.problem}>{problem}</p>}
      <Button
        variant="default"
        className={classes.add}
        leftSection={<Icon name="plus" size="sm" />}
        onClick={() => append({ ...aroundTheClock(hours.at(-1)?.zone), lastDay: 5, opens: '', closes: '' })}
      >
        Add Hours
      </Button>
    </div>
  );
}
