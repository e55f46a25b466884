import { useEffect } from 'react';

/** Gives the focus back to where it was, also where the dialog is taken away at once. */
export function useFocusBack(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      window.setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
          before.focus();
      });
    };
  }, [opened]);
}
