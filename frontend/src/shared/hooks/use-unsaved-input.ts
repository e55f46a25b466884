import { useEffect, useEffectEvent } from 'react';

import { registerUnsavedInput, type UnsavedInput } from '@/shared/lib/unsaved-input';

/** Keeps the leave guard armed while `dirty`. Any number of forms may do so at a time; one question is asked. */
export function useUnsavedInput(dirty: boolean, { mayLeaveTo, onDrop, typed }: UnsavedInput = {}) {
  const isExempt = useEffectEvent((pathname: string) => mayLeaveTo?.(pathname) ?? false);
  const read = useEffectEvent(() => typed?.() ?? []);
  const drop = useEffectEvent(() => onDrop?.());
  const kept = typed !== undefined;
  useEffect(() => {
    if (!dirty) return undefined;
    return registerUnsavedInput({
      mayLeaveTo: (path) => isExempt(path),
      onDrop: () => drop(),
      ...(kept && { typed: () => read() }),
    });
  }, [dirty, kept]);
}
