import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { parseTypedTime, showTime } from '@/shared/lib/typed-time';

import { asText, type FieldProps, inputProps, useField } from './use-field';

/**
 * What a clock shows, typed as `1405`, `14:05` or `2:05p`. The value is HH:mm once the field is left, or the typed text if it is not a
 * time of day, which the schema rejects.
 */
export function TimeField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const text = asText(field.value);
  const complete = () => {
    const time = parseTypedTime(text);
    if (time !== null && showTime(time) !== text) field.set(showTime(time));
  };
  return (
    <TextInput
      {...inputProps(props, field)}
      placeholder="1405 or 2:05p"
      maw="12.5rem"
      value={text}
      ref={ref}
      onChange={(event) => field.set(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && complete()}
      onBlur={() => {
        complete();
        field.onBlur();
      }}
    />
  );
}
