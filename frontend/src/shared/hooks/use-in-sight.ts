import { type RefObject, useEffect, useEffectEvent } from 'react';

import { isCovered } from '@/shared/lib/when-uncovered';

/** Nearly all of it: a fraction of a pixel may be missing. */
const WHOLE = 0.9;
const CHECK_MS = 250;
/** So many checks in a row prove that it was there long enough to be noticed: one second. */
const CHECKS = 4;

/** Calls back once the element has been in sight for a moment: in the window of a visible tab, and covered by nothing. */
export function useInSight(element: RefObject<HTMLElement | null>, isWanted: boolean, onSeen: () => void) {
  const see = useEffectEvent(onSeen);
  useEffect(() => {
    const target = element.current;
    if (!isWanted || target === null) return undefined;
    let timer = 0;
    let passed = 0;
    const check = () => {
      passed = isUncovered(target) ? passed + 1 : 0;
      if (passed < CHECKS) return;
      stop();
      see();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        window.clearInterval(timer);
        passed = 0;
        if ((entries.at(-1)?.intersectionRatio ?? 0) >= WHOLE) timer = window.setInterval(check, CHECK_MS);
      },
      { threshold: WHOLE },
    );
    const stop = () => {
      observer.disconnect();
      window.clearInterval(timer);
    };
    observer.observe(target);
    return stop;
  }, [element, isWanted]);
}

/** Whether its middle is what the user sees there: no dialog, notice or video call lies above it. */
function isUncovered(target: Element): boolean {
  if (document.hidden || isCovered()) return false;
  const { left, top, width, height } = target.getBoundingClientRect();
  return target.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
