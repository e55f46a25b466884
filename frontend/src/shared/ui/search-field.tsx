import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

import { constants } from '@/api/contract/constants.gen';

import { Icon } from './icon';

export interface SearchFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'onKeyDown'> {
  /** Shown in the empty field, and its accessible name if there is no label. */
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export function SearchField({ placeholder, value, onChange, ...props }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={props.label === undefined ? placeholder : undefined}
      placeholder={placeholder}
      leftSection={<Icon name="search" size="sm" />}
      maxLength={constants.SHORT_TEXT_LIMIT}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}
