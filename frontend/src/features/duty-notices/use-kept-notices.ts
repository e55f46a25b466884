import { useEffect, useState } from 'react';

import type { DutyNoticeRead } from '@/api/generated/types.gen';
import { onUserEvents } from '@/shared/lib/user-events';

/** Whoever has just pressed something may press again within this time, before they have looked (milliseconds). */
const STILL_AFTER_MS = 1_500;

interface Hold {
  /** Nothing changes its place among the others, as long as one of them is left. */
  readonly isHeld: boolean;
  /** How many are in sight. */
  readonly inSight: number;
}

/**
 * The notices as they are shown. The bar lies over the page, so that a press that is meant for what it covers must not hit it: it comes,
 * goes and says something else only while the user does nothing in the page.
 */
export function useKeptNotices(notices: readonly DutyNoticeRead[], hold: Hold): readonly DutyNoticeRead[] {
  const { isHeld, inSight } = hold;
  const isStill = useIsStill();
  const [kept, setKept] = useState<readonly DutyNoticeRead[]>([]);
  const isOver = !kept.slice(0, inSight).some(({ id }) => notices.some((notice) => notice.id === id));
  if (isStill && (!isHeld || isOver) && idsOf(kept) !== idsOf(notices)) setKept(notices);
  return kept.map((shown) => notices.find(({ id }) => id === shown.id) ?? shown);
}

function idsOf(notices: readonly DutyNoticeRead[]): string {
  return notices.map(({ id }) => id).join();
}

/** False for a moment after each click, key or movement of the page. */
function useIsStill(): boolean {
  const [isStill, setStill] = useState(true);
  useEffect(() => {
    let timer: number | undefined;
    const end = onUserEvents(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setStill(true), STILL_AFTER_MS);
      setStill(false);
    });
    return () => {
      window.clearTimeout(timer);
      end();
    };
  }, []);
  return isStill;
}
