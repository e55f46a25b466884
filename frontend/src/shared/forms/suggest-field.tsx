import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { asText, inputProps, type FieldProps, useField } from './use-field';

export interface SuggestFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** What others have entered; anything else can be typed, too. */
  suggestions: readonly string[];
}

/** One line of text that is mostly one of a few. */
export function SuggestField<V extends FieldValues>({ suggestions, ...props }: SuggestFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const listId = `${field.id}-suggestions`;
  return (
    <>
      <TextInput
        {...inputProps(props, field)}
        list={listId}
        value={asText(field.value)}
        ref={ref}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
      />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} aria-label={suggestion} />
        ))}
      </datalist>
    </>
  );
}
