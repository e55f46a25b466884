import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';

/** What is typed into a search, of which the page keeps `text`, for example in its address; it is told once typing pauses. */
export function useTypedText(text: string, onText: (text: string | undefined) => void) {
  const [typed, setTyped] = useState(text);
  const [settled] = useDebouncedValue(typed.trim(), constants.DEBOUNCE_MS);
  const apply = useEffectEvent(() => {
    if (settled !== text) onText(settled === '' ? undefined : settled);
  });
  useEffect(() => apply(), [settled]);
  return { typed, setTyped };
}
