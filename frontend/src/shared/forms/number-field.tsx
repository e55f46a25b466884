import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { type FieldProps, useField } from './use-field';
import { useTypedNumber } from './use-typed-number';

/** More than any number here may have, so that what is cut off changes no answer. */
const LONGEST = 15;

/** A whole number; blank text is unanswered, which the contract form leaves out, and never zero. */
export function NumberField<V extends FieldValues>(props: FieldProps<V> & { unit?: string }) {
  const { ref, ...field } = useField(props);
  const { text, change } = useTypedNumber(field);
  return (
    <TextInput
      id={field.id}
      name={props.name}
      label={props.label}
      description={props.description}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      readOnly={field.readOnly}
      inputMode="numeric"
      w="10rem"
      maxLength={LONGEST}
      rightSection={props.unit}
      value={text}
      error={field.error}
      ref={ref}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={field.onBlur}
    />
  );
}
