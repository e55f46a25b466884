import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { Icon } from '@/shared/ui/icon';

/** A search text as it is typed, and trimmed once typing rests. */
export function useSearchText() {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), constants.DEBOUNCE_MS);
  return { typed, setTyped, text };
}

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={18} />}
      autoComplete="off"
      maxLength={constants.SHORT_TEXT_LIMIT}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
