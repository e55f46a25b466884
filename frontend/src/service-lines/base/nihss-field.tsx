import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { ChoiceInput } from '@/shared/forms/choices';
import { FieldGroup } from '@/shared/forms/field-group';
import { type FieldProps, useField } from '@/shared/forms/use-field';
import { useTypedNumber } from '@/shared/forms/use-typed-number';

import classes from './nihss-field.module.css';

const MAX_LENGTH = 2;

/** The stroke scale's total, of at most two digits, or Not Done, which is null. */
export function NihssField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const { text, change } = useTypedNumber(field);
  const notDone = field.value === null;
  return (
    <FieldGroup id={field.id} label={props.label} required={props.required ?? false} error={field.error}>
      <div className={classes.row}>
        <TextInput
          id={field.id}
          aria-label={props.label}
          inputMode="numeric"
          autoComplete="off"
          w="6rem"
          disabled={notDone}
          readOnly={field.readOnly}
          error={field.error !== undefined}
          maxLength={MAX_LENGTH}
          value={text}
          ref={ref}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={field.onBlur}
        />
        <ChoiceInput
          type="checkbox"
          id={`${field.id}-not-done`}
          name={`${field.id}-not-done`}
          checked={notDone}
          invalid={false}
          label="Not Done"
          onToggle={() => field.set(notDone ? '' : null)}
          onBlur={field.onBlur}
        />
      </div>
    </FieldGroup>
  );
}
