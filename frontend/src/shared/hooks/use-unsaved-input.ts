import { useCallback, useEffect, useRef } from 'react';

import { registerUnsavedInput } from '@/shared/lib/unsaved-input';

export interface UnsavedInput {
  /** Call it after a save and before navigating away, so that the guard lets go at once. */
  release: () => void;
}

/**
 * Keeps the leave guard armed while `dirty`. Any number of forms may do so at a time; one question is asked.
 * `mayLeaveTo` exempts paths on which the input is there again, such as the other steps of a wizard.
 */
export function useUnsavedInput(dirty: boolean, mayLeaveTo?: (pathname: string) => boolean): UnsavedInput {
  const exempt = useRef(mayLeaveTo);
  const unregister = useRef<(() => void) | null>(null);

  useEffect(() => {
    exempt.current = mayLeaveTo;
  });

  const release = useCallback(() => {
    unregister.current?.();
    unregister.current = null;
  }, []);

  useEffect(() => {
    if (!dirty) return undefined;
    unregister.current = registerUnsavedInput((pathname) => exempt.current?.(pathname) ?? false);
    return release;
  }, [dirty, release]);

  return { release };
}
