import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The longest double click: the server can respond between its two clicks, and the second must not hit another button. */
const SETTLING_TIME = '1s';

/**
 * For a group of buttons that may appear, disappear or move under the pointer: after each change of `shown`, which lists the buttons in
 * order, the group ignores presses for a moment (`wl-settling`). The first buttons can be pressed at once.
 */
export function useSettling<E extends HTMLElement>(shown: string): RefObject<E | null> {
  const group = useRef<E>(null);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const element = group.current;
    if (element === null) return;
    element.classList.remove('wl-settling');
    // Forcing a layout in between restarts the animation.
    element.getBoundingClientRect();
    element.style.setProperty('--wl-settling', SETTLING_TIME);
    element.classList.add('wl-settling');
  }, [shown]);
  return group;
}
