import { useEffect, useRef } from 'react';

/** Calls back once the component is gone, ignoring the extra unmount of React's strict mode. `callback` must not change. */
export function useAfterUnmount(callback: () => void) {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      queueMicrotask(() => {
        if (!shown.current) callback();
      });
    };
  }, [callback]);
}
