import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { formatBirthDate } from '@/shared/lib/dates';

import { MaskedInput } from './masked-input';
import { asText, type FieldProps, useField } from './use-field';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const TYPED_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** mm/dd/yyyy as typed becomes yyyy-MM-dd; anything less stays as it is, so that the schema refuses it. */
export function dayOfTyped(typed: string): string {
  const [, month, day, year] = TYPED_DAY.exec(typed) ?? [];
  return year === undefined ? typed : `${year}-${month ?? ''}-${day ?? ''}`;
}

/** A pasted `1/5/1950` or `1950-01-05` in the shape of the mask. */
export function shapePastedDay(pasted: string): string {
  const american = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(pasted);
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/.exec(pasted);
  const [month, day, year] = american?.slice(1) ?? [iso?.[2], iso?.[3], iso?.[1]];
  if (month === undefined || day === undefined || year === undefined) return pasted;
  return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
}

/** What is shown for a value of the form. */
export function typedOfDay(value: string): string {
  return ISO_DAY.test(value) ? formatBirthDate(value) : value;
}

/** A birth date typed as mm/dd/yyyy; its value is yyyy-MM-dd. */
export function BirthDateField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const value = asText(field.value);
  const [shown, setShown] = useState({ value, typed: typedOfDay(value) });
  if (shown.value !== value) setShown({ value, typed: typedOfDay(value) });
  return (
    <MaskedInput
      id={field.id}
      name={props.name}
      label={props.label}
      description={props.description}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      mask="00/00/0000"
      prepare={shapePastedDay}
      placeholder="mm/dd/yyyy"
      inputMode="numeric"
      autoComplete="off"
      maw={200}
      value={shown.typed}
      error={field.error}
      onText={(typed) => {
        setShown({ value: dayOfTyped(typed), typed });
        field.set(dayOfTyped(typed));
      }}
      onBlur={field.onBlur}
      inputRef={ref}
    />
  );
}
