import { type RefObject, useEffect, useRef } from 'react';

/**
 * When one page replaces another, focus is lost with the old one. The new page's heading gets it as soon as it is rendered,
 * unless the user has moved focus in the meantime.
 */
export function useHeadingFocus(shown: string | undefined, replaces: boolean): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const changed = before.current !== shown;
    before.current = shown;
    if (!changed || !replaces || frame.current === null) return undefined;
    return focusHeading(frame.current);
  }, [shown, replaces]);
  return frame;
}

function focusHeading(frame: HTMLElement): () => void {
  const tryFocus = () => {
    if (document.activeElement !== document.body) return true;
    const heading = frame.querySelector('h1');
    if (heading === null) return false;
    heading.tabIndex = -1;
    heading.focus();
    return true;
  };
  const observer = new MutationObserver(() => {
    if (tryFocus()) observer.disconnect();
  });
  if (!tryFocus()) observer.observe(frame, { childList: true, subtree: true });
  return () => observer.disconnect();
}
