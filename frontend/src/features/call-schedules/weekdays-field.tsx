import type { FieldValues } from 'react-hook-form';

import { ChoiceInput, Choices } from '@/shared/forms/choices';
import { FieldGroup, groupProps } from '@/shared/forms/field-group';
import { type FieldProps, useField } from '@/shared/forms/use-field';

import { asNumbers } from './people-field';
import classes from './schedule-dialog.module.css';
import { weekdays } from './words';

/** Weekdays by their numbers, Monday 1 to Sunday 7, in their order. */
export function WeekdaysField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const chosen = asNumbers(field.value);
  const toggle = (day: number) =>
    field.set(weekdays.map(({ value }) => value).filter((each) => chosen.includes(each) !== (each === day)));
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <div className={classes.weekdays}>
        <Choices variant="chips">
          {weekdays.map(({ value, label }, index) => (
            <ChoiceInput
              key={value}
              type="checkbox"
              id={index === 0 ? field.id : `${field.id}-${value}`}
              name={field.id}
              checked={chosen.includes(value)}
              invalid={field.error !== undefined}
              label={label}
              onToggle={() => toggle(value)}
              onBlur={field.onBlur}
              inputRef={index === 0 ? ref : undefined}
            />
          ))}
        </Choices>
      </div>
    </FieldGroup>
  );
}
