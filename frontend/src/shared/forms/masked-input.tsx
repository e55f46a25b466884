import { InputBase, type InputBaseProps } from '@mantine/core';
import { IMaskInput } from 'react-imask';

export interface MaskedInputProps extends Omit<InputBaseProps, 'component'> {
  id: string;
  name?: string;
  /** `0` is a digit, `a` a letter, `*` any character. */
  mask: string;
  value: string;
  onText: (text: string) => void;
  onBlur: () => void;
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
  placeholder?: string;
  inputMode?: 'numeric' | 'tel' | 'text';
  autoComplete?: string;
  readOnly?: boolean;
}

export function MaskedInput({ value, onText, ...input }: MaskedInputProps) {
  return (
    <InputBase
      component={IMaskInput}
      value={value}
      onAccept={(text: string) => {
        // The mask also reports the value it was given.
        if (text !== value) onText(text);
      }}
      {...input}
    />
  );
}
