import { type RefObject, useEffect, useRef } from 'react';

/**
 * The button that began something gets the focus back when it ends, as browsers take it from a button that is disabled meanwhile; not
 * where the focus has gone elsewhere.
 */
export function useFocusAfter(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  return button;
}
