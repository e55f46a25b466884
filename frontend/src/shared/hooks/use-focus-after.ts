import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns focus to a button when its action has ended, because browsers take it from a button while it is disabled. If focus has
 * moved elsewhere, it stays there.
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
