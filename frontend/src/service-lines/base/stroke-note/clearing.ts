import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { clearedBy } from './clearing-rules';

/** Carries out what an answer takes away, at the moment it is given. */
export function useClearing({ subscribe, setValue, getValues }: UseFormReturn) {
  const clear = useEffectEvent((field: string) => {
    for (const [hidden, value] of clearedBy(field, getValues(field))) setValue(hidden, value, { shouldDirty: true });
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type }) => {
          // What is set by code, as by a draft that comes back, is no answer.
          if (name !== undefined && type === 'change') clear(name);
        },
      }),
    [subscribe],
  );
}
