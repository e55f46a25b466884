import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { clearedBy } from './clearing-rules';

/** Clears the fields that an answer hides, as soon as the user gives it. */
export function useClearing({ subscribe, setValue, getValues }: UseFormReturn) {
  const clear = useEffectEvent((field: string) => {
    for (const [hidden, value] of clearedBy(field, getValues())) setValue(hidden, value, { shouldDirty: true });
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type }) => {
          // Values set by code, such as a restored draft, are not answers.
          if (name !== undefined && type === 'change') clear(name);
        },
      }),
    [subscribe],
  );
}
