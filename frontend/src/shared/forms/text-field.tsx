import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { lengthOf } from '@/shared/lib/length-of';

import { Counter } from './counter';
import { asText, type FieldProps, inputProps, useField } from './use-field';

export interface TextFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** The maximum number of characters, from the contract; the counter is shown near it. */
  limit?: number;
  /** The maximum that can be typed, for text that is stored before it is finished. */
  cap?: number;
  placeholder?: string;
  inputMode?: TextInputProps['inputMode'];
}

/** One line of text, trimmed on blur. */
export function TextField<V extends FieldValues>(props: TextFieldProps<V>) {
  const { limit, placeholder, inputMode } = props;
  const { shared, text } = useTextInput(props);
  return (
    <div>
      <TextInput {...shared} placeholder={placeholder} inputMode={inputMode} />
      <Counter length={lengthOf(text.trim())} limit={limit} />
    </div>
  );
}

export interface TextAreaFieldProps<V extends FieldValues> extends TextFieldProps<V> {
  minRows?: number;
  maxRows?: number;
}

export function TextAreaField<V extends FieldValues>(props: TextAreaFieldProps<V>) {
  const { limit, placeholder, minRows = 3, maxRows = 12 } = props;
  const { shared, text } = useTextInput(props);
  return (
    <div>
      <Textarea {...shared} placeholder={placeholder} autosize minRows={minRows} maxRows={maxRows} />
      <Counter length={lengthOf(text.trim())} limit={limit} />
    </div>
  );
}

function useTextInput<V extends FieldValues>(props: TextFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const text = asText(field.value);
  const shared = {
    ...inputProps(props, field),
    value: text,
    maxLength: props.cap,
    ref,
    onChange: (event: { currentTarget: { value: string } }) => field.set(event.currentTarget.value),
    onBlur: () => {
      if (text !== text.trim()) field.set(text.trim());
      field.onBlur();
    },
  };
  return { shared, text };
}
