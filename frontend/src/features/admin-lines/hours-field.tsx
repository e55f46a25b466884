import { Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form';

import { ListProblem } from '@/shared/forms/list-problem';
import { WeeklyHoursFields } from '@/shared/forms/weekly-hours-fields';
import { Icon } from '@/shared/ui/icon';

import { aroundTheClock, LABELS, type LineValues } from './line-values';
import classes from './lines.module.css';

export interface HoursFieldProps {
  form: UseFormReturn<LineValues>;
  zones: readonly string[];
}

/** The weekly hours; without any, the line is open around the clock. */
export function HoursField({ form: { control }, zones }: HoursFieldProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'hours' });
  const hours = useWatch({ control, name: 'hours' });
  return (
    <div className={classes.rows}>
      <p className={classes.note}>
        {fields.length === 0
          ? 'The line is open around the clock. Add hours to open it at certain times only.'
          : 'A closing time that is not after the opening time is on the next day. 24:00 is the end of the day.'}
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className={classes.listed}>
          <WeeklyHoursFields
            control={control}
            row={`Hours ${index + 1}`}
            nameOf={(part) => `hours.${index}.${part}`}
            zones={zones}
            labels={['Opens', 'Closes']}
            removal={{ label: `Remove hours ${index + 1}`, onPress: () => remove(index) }}
          />
        </div>
      ))}
      <ListProblem control={control} name="hours" label={LABELS.hours} />
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
