import { useEffect, useRef } from 'react';

/** Calls it once the component is gone. React's rehearsal of an unmount in development is none; `callback` does not change. */
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
