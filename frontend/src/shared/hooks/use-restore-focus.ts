import { useEffect } from 'react';

/** Returns focus to the previous element when a dialog closes, even if the dialog is unmounted at once. */
export function useRestoreFocus(opened: boolean) {
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
