import { NativeSelect } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { type FieldProps, selectProps, useField } from './use-field';

export interface SelectFieldProps<V extends FieldValues> extends FieldProps<V> {
  options: readonly { readonly value: number | string; readonly label: string }[];
  /** What stands for no answer; null if there always is one. */
  blank?: string | null;
}

/** One of many, by its value; blank text means unanswered. */
export function SelectField<V extends FieldValues>(props: SelectFieldProps<V>) {
  const { options, blank = 'Choose one' } = props;
  const { ref, ...field } = useField(props);
  const value = options.some((option) => option.value === field.value) ? String(field.value) : '';
  const choose = (text: string) => field.set(options.find((option) => String(option.value) === text)?.value ?? '');
  return (
    <NativeSelect
      {...selectProps(props, field)}
      value={value}
      ref={ref}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {blank !== null && <option value="">{blank}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
