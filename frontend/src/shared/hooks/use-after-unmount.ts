import { useEffect, useRef } from 'react';

/** Calls back once the component is gone, ignoring the extra unmount of React's strict mode. `callback` must not change. */
export function useAfterUnmount(callback: () => void) {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      queueMicrotask(() => {
        if (!mounted.current) callback();
      });
    };
  }, [callback]);
}
