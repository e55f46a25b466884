import { useEffect } from 'react';

/** The browser's Back can restore a page from its cache, without its place in the call. */
export function useReloadAfterBack() {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, []);
}
