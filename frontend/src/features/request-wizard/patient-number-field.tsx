import { TextInput } from '@mantine/core';
import type { Control } from 'react-hook-form';

import type { ConfigurablePatientNumber } from '@/api/generated/types.gen';
import { MaskedInput } from '@/shared/forms/masked-input';
import { asText, useField } from '@/shared/forms/use-field';

import { inputMask, longestEntry } from './patient-number';
import type { PatientValues } from './wizard-data';

export interface PatientNumberFieldProps {
  control: Control<PatientValues>;
  number: ConfigurablePatientNumber;
  label: string;
}

/** The unit's own patient number, with its label, mask and keyboard. */
export function PatientNumberField({ control, number, label }: PatientNumberFieldProps) {
  const name = 'Patient.additionalData.patientNumber';
  const { ref, ...field } = useField({ control, name, label });
  const mask = inputMask(number);
  const keyboard = number.inputmode ?? 'text';
  const shared = {
    id: field.id,
    name,
    label,
    required: number.optional !== true,
    autoComplete: 'off',
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
      maxLength={longestEntry(number) ?? undefined}
      ref={ref}
      onChange={(event) => field.set(event.currentTarget.value)}
    />
  );
}
