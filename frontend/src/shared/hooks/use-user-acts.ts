import { useEffect, useEffectEvent } from 'react';

import { USER_EVENTS } from '@/shared/lib/user-events';

/** Calls back whenever the user clicks, types or scrolls anywhere in the page, as long as it is wanted. */
export function useUserActs(isWanted: boolean, onAct: () => void) {
  const act = useEffectEvent(onAct);
  useEffect(() => {
    if (!isWanted) return undefined;
    const record = () => act();
    for (const name of USER_EVENTS) window.addEventListener(name, record, { capture: true, passive: true });
    return () => {
      for (const name of USER_EVENTS) window.removeEventListener(name, record, { capture: true });
    };
  }, [isWanted]);
}
