import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

import { constants } from '@/api/contract/constants.gen';

/** How far below the viewport the end of the list may be when the next page is requested, in px. */
const AHEAD = 400;

/**
 * Calls back when the marked element comes near the viewport; the check is debounced. `shown` is the list's content: whenever it
 * changes, the end may be near without scrolling.
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
    // Any scroll container: the panel on a desktop, the page on a phone.
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
