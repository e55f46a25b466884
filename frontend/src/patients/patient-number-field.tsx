import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import type { ConfigurablePatientNumber } from '@/api/generated/types.gen';
import { MaskedInput } from '@/shared/forms/masked-input';
import { asText, type FieldProps, useField } from '@/shared/forms/use-field';

import { inputMask, maxLengthOf } from './patient-number';

export interface PatientNumberFieldProps<V extends FieldValues> extends Pick<
  FieldProps<V>,
  'control' | 'name' | 'label' | 'description'
> {
  number: ConfigurablePatientNumber;
}

/** The unit's custom patient number, with its label, input mask and keyboard. */
export function PatientNumberField<V extends FieldValues>({
  control,
  name,
  label,
  description,
  number,
}: PatientNumberFieldProps<V>) {
  const { ref, ...field } = useField({ control, name, label });
  const mask = inputMask(number);
  const keyboard = number.inputmode ?? 'text';
  const shared = {
    id: field.id,
    name,
    label,
    description,
    required: number.optional !== true,
    autoComplete: 'off',
    readOnly: field.readOnly,
    maw: 320,
    value: asText(field.value),
    error: field.error,
    onBlur: field.onBlur,
  };
  if (mask !== null) {
    const inputMode = keyboard === 'decimal' ? 'numeric' : keyboard;
    return <MaskedInput {...shared} mask={mask} inputMode={inputMode} onText={field.set} inputRef={ref} />;
  }
  return (
    <TextInput
      {...shared}
      inputMode={keyboard}
      maxLength={maxLengthOf(number) ?? undefined}
      ref={ref}
      onChange={(event) => field.set(event.currentTarget.value)}
    />
  );
}
