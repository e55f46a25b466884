import { useEffect, useEffectEvent } from 'react';

/** Does this work at first and whenever `key` changes, if the tab is visible; and each time the tab becomes visible. */
export function useWhileVisible(key: string, work: () => void) {
  const workIfVisible = useEffectEvent(() => {
    if (!document.hidden) work();
  });
  useEffect(() => {
    const change = () => workIfVisible();
    change();
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, [key]);
}
