import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { type FieldProps, inputProps, useField } from './use-field';
import { useTypedNumber } from './use-typed-number';

/** More digits than any valid number has, so that the limit never cuts off a valid number. */
const MAX_LENGTH = 15;

/** A whole number. Blank text means unanswered, never zero, and is not sent. */
export function NumberField<V extends FieldValues>(props: FieldProps<V> & { unit?: string }) {
  const { ref, ...field } = useField(props);
  const { text, change } = useTypedNumber(field);
  return (
    <TextInput
      {...inputProps(props, field)}
      inputMode="numeric"
      w="10rem"
      maxLength={MAX_LENGTH}
      rightSection={props.unit}
      value={text}
      ref={ref}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
