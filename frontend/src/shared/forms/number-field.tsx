import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { type FieldProps, useField } from './use-field';

const UNSAFE_DIGITS = 15;

/** A whole number typed in digits; blank text is unanswered, which the contract form leaves out, and never zero. */
export function NumberField<V extends FieldValues>(props: FieldProps<V> & { unit?: string }) {
  const { ref, ...field } = useField(props);
  return (
    <TextInput
      id={field.id}
      name={props.name}
      label={props.label}
      description={props.description}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      inputMode="numeric"
      autoComplete="off"
      w={160}
      rightSection={props.unit}
      value={typeof field.value === 'number' ? String(field.value) : ''}
      error={field.error}
      ref={ref}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, UNSAFE_DIGITS);
        field.set(digits === '' ? '' : Number(digits));
      }}
      onBlur={field.onBlur}
    />
  );
}
