import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';

/** A search text: as typed, and debounced and trimmed. */
export function useSearchText() {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), constants.DEBOUNCE_MS);
  return { typed, setTyped, text };
}
