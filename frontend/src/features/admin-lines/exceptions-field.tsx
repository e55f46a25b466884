import { Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { viewerZone } from '@/shared/lib/dates';
import { DayField } from '@/shared/forms/day-field';
import { RepeatedRow } from '@/shared/forms/field-row';
import { ListProblem } from '@/shared/forms/list-problem';
import { TextField } from '@/shared/forms/text-field';
import { Icon } from '@/shared/ui/icon';

import { LABELS, type LineValues } from './line-values';
import classes from './lines.module.css';

/** Days on which the line is closed, or open at other times than on their weekday. */
export function ExceptionsField({ form: { control, getValues } }: { form: UseFormReturn<LineValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'exceptions' });
  const add = () => {
    const hours = getValues('hours');
    append({ name: '', firstDay: '', lastDay: '', open: '', zone: hours[0]?.zone ?? viewerZone() });
  };
  return (
    <div className={classes.rows}>
      <p className={classes.note}>
        On these days, from midnight to midnight, only what is entered here applies. Hours that began the day before end
        at midnight.
      </p>
      {fields.map(({ id }, index) => (
        <RepeatedRow
          key={id}
          className={classes.exception}
          label={`Exception ${index + 1}`}
          removal={{ label: `Remove exception ${index + 1}`, onPress: () => remove(index) }}
        >
          <TextField
            control={control}
            name={`exceptions.${index}.name`}
            label="Name"
            limit={constants.SHORT_TEXT_LIMIT}
            required
          />
          <DayField control={control} name={`exceptions.${index}.firstDay`} label="First Day" required />
          <DayField control={control} name={`exceptions.${index}.lastDay`} label="Last Day" />
          <TextField
            control={control}
            name={`exceptions.${index}.open`}
            label="Open"
            description="Closed, if blank"
            placeholder="08:00-12:00"
          />
        </RepeatedRow>
      ))}
      <ListProblem control={control} name="exceptions" label={LABELS.exceptions} />
      <Button variant="default" className={classes.add} leftSection={<Icon name="plus" size="sm" />} onClick={add}>
        Add Exception
      </Button>
    </div>
  );
}
