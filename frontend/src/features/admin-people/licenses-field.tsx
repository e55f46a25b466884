import { Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form';

import type { StateName } from '@/api/generated/types.gen';
import { DayField } from '@/shared/forms/day-field';
import { RepeatedRow } from '@/shared/forms/field-row';
import { SelectField } from '@/shared/forms/select-field';
import { Icon } from '@/shared/ui/icon';

import classes from './person.module.css';
import type { PersonValues } from './person-values';

export interface LicensesFieldProps {
  form: UseFormReturn<PersonValues>;
  states: readonly StateName[];
}

/** The states whose patients the person may treat, each once, and until when. */
export function LicensesField({ form: { control }, states }: LicensesFieldProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'licenses' });
  const licenses = useWatch({ control, name: 'licenses' });
  const options = states.map(({ code, name }) => ({ value: code, label: name }));
  const isFree = (code: string, index: number) =>
    licenses.every(({ state }, other) => other === index || state !== code);
  return (
    <div className={classes.licenses}>
      {fields.length === 0 && <p>No licenses are entered.</p>}
      {fields.map(({ id }, index) => (
        <RepeatedRow
          key={id}
          className={classes.license}
          label={`License ${index + 1}`}
          removal={{ label: `Remove license ${index + 1}`, onPress: () => remove(index) }}
        >
          <SelectField
            control={control}
            name={`licenses.${index}.state`}
            label="State"
            options={options.filter(({ value }) => isFree(value, index))}
            required
          />
          <DayField control={control} name={`licenses.${index}.until`} label="Valid Until" />
        </RepeatedRow>
      ))}
      <Button
        variant="default"
        className={classes.add}
        leftSection={<Icon name="plus" size="sm" />}
        onClick={() => append({ state: '', until: '' })}
      >
        Add License
      </Button>
    </div>
  );
}
