import { useEffect, useEffectEvent } from 'react';

import { registerUnsavedInput } from '@/shared/lib/unsaved-input';

/**
 * Keeps the leave guard armed while `dirty`. Any number of forms may do so at a time; one question is asked.
 * `mayLeaveTo` exempts paths on which the input is there again, such as the other steps of a wizard.
 */
export function useUnsavedInput(dirty: boolean, mayLeaveTo: (pathname: string) => boolean = () => false) {
  const isExempt = useEffectEvent(mayLeaveTo);
  useEffect(() => (dirty ? registerUnsavedInput((pathname) => isExempt(pathname)) : undefined), [dirty]);
}
