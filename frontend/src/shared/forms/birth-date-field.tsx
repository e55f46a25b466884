import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { formatBirthDate } from '@/shared/lib/dates';
import { dayOfTyped, isWholeDay, shapeDay } from '@/shared/lib/typed-day';

import { ShapedInput } from './shaped-input';
import { asText, type FieldProps, useField } from './use-field';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is shown for a value of the form. */
function typedOfDay(value: string): string {
  return ISO_DAY.test(value) ? formatBirthDate(value) : value;
}

/** A birth date typed as mm/dd/yyyy; its value is yyyy-MM-dd, or what was typed, for the schema to refuse. */
export function BirthDateField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const value = asText(field.value);
  const [shown, setShown] = useState({ value, typed: typedOfDay(value) });
  if (shown.value !== value) setShown({ value, typed: typedOfDay(value) });
  return (
    <ShapedInput
      id={field.id}
      name={props.name}
      label={props.label}
      description={props.description}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      readOnly={field.readOnly}
      shape={shapeDay}
      isWhole={isWholeDay}
      placeholder="mm/dd/yyyy"
      inputMode="numeric"
      maw="12.5rem"
      value={shown.typed}
      error={field.error}
      onText={({ text }) => {
        const next = dayOfTyped(text) ?? text;
        setShown({ value: next, typed: text });
        field.set(next);
      }}
      onBlur={field.onBlur}
      inputRef={ref}
    />
  );
}
