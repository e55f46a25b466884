import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where one place takes the place of another, the focus goes with the one that is left. The heading of the new one gets it, as
 * soon as it is there, unless the user has moved it in the meantime.
 */
export function useHeadingFocus(shown: string | undefined, takesPlace: boolean): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const changed = before.current !== shown;
    before.current = shown;
    if (!changed || !takesPlace || frame.current === null) return undefined;
    return focusHeading(frame.current);
  }, [shown, takesPlace]);
  return frame;
}

function focusHeading(frame: HTMLElement): () => void {
  const isOver = () => {
    if (document.activeElement !== document.body) return true;
    const heading = frame.querySelector('h1');
    if (heading === null) return false;
    heading.tabIndex = -1;
    heading.focus();
    return true;
  };
  const observer = new MutationObserver(() => {
    if (isOver()) observer.disconnect();
  });
  if (!isOver()) observer.observe(frame, { childList: true, subtree: true });
  return () => observer.disconnect();
}
