import type { FieldValues } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';

import { MaskedInput } from './masked-input';
import { asText, type FieldProps, useField } from './use-field';

/** The digits of a North American number in whatever shape it was copied, without the country's 1. */
export function digitsOfPhone(pasted: string): string {
  const digits = pasted.replace(/\D/g, '');
  return digits.length > 10 ? digits.replace(/^(00)?1/, '').slice(0, 10) : digits;
}

/** A phone number as (###) ###-####, which is also its value. */
export function PhoneField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  return (
    <MaskedInput
      id={field.id}
      name={props.name}
      label={props.label}
      description={props.description}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      mask={constants.PHONE_MASK.replaceAll('#', '0')}
      prepare={digitsOfPhone}
      placeholder="(555) 555-5555"
      inputMode="tel"
      autoComplete="off"
      maw={260}
      value={asText(field.value)}
      error={field.error}
      onText={field.set}
      onBlur={field.onBlur}
      inputRef={ref}
    />
  );
}
