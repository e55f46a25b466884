import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the frame when what had focus within it is removed, such as a form that is no longer needed, because a dialog without
 * focus does not close on Escape. The frame needs a `tabIndex` of -1.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const frame = useRef<T>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let held: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => void (held = target);
    const keep = () => {
      if (!(held instanceof Element) || held.isConnected || document.activeElement !== document.body) return;
      held = null;
      element.focus();
    };
    const observer = new MutationObserver(keep);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
    };
  }, []);
  return frame;
}
