import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

import { constants } from '@/api/contract/constants.gen';

/** How far below the window the end of the list may be when the next page is asked for, in px. */
const AHEAD = 400;

/**
 * Calls back when the marked element comes near the window; the check is debounced. `shown` is what the list holds: whenever it
 * changes the end may have come near without scrolling.
 */
export function useInfiniteScroll(
  loadMore: () => void,
  shown: unknown,
  enabled: boolean,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const check = useEffectEvent(() => {
    if (end.current !== null && end.current.getBoundingClientRect().top < window.innerHeight + AHEAD) loadMore();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    let timer = window.setTimeout(check, constants.DEBOUNCE_MS);
    const debounced = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(check, constants.DEBOUNCE_MS);
    };
    // Whatever scrolls: the panel on a desk, the page on a phone.
    document.addEventListener('scroll', debounced, { capture: true, passive: true });
    window.addEventListener('resize', debounced);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('scroll', debounced, { capture: true });
      window.removeEventListener('resize', debounced);
    };
  }, [shown, enabled]);
  return end;
}
