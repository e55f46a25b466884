import { NativeSelect } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { type FieldProps, useField } from './use-field';

export interface SelectFieldProps<V extends FieldValues> extends FieldProps<V> {
  options: readonly { readonly value: number; readonly label: string }[];
}

/** One of many, by its id; blank text means unanswered. */
export function SelectField<V extends FieldValues>(props: SelectFieldProps<V>) {
  const { options, label, description, required = false } = props;
  const { ref, ...field } = useField(props);
  const value = options.some((option) => option.value === field.value) ? String(field.value) : '';
  return (
    <NativeSelect
      id={field.id}
      name={props.name}
      label={label}
      description={description}
      required={required}
      disabled={(props.disabled ?? false) || field.readOnly}
      error={field.error}
      value={value}
      ref={ref}
      onChange={({ currentTarget }) => field.set(currentTarget.value === '' ? '' : Number(currentTarget.value))}
      onBlur={field.onBlur}
    >
      <option value="">Choose one</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
