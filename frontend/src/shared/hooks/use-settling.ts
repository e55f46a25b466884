import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a group of buttons of which some come, go or move while a pointer may rest on them: each change of `shown`, which names what
 * stands there in order, lets the group take no press for a moment (`wl-settling`). What it begins with can be pressed at once.
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
    // Laid out in between, so that the moment begins anew.
    element.getBoundingClientRect();
    element.classList.add('wl-settling');
  }, [shown]);
  return group;
}
