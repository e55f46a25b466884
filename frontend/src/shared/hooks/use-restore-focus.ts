import { useEffect } from 'react';

/**
 * Returns focus to the previous element when a dialog closes, even if the dialog is unmounted at once; or if the element is gone by
 * then, to the frame around it (with a `tabIndex`).
 */
export function useRestoreFocus(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    const frame = before?.parentElement?.closest('[tabindex]');
    return () => {
      window.setTimeout(() => {
        const target = before?.isConnected === true ? before : frame;
        if (target instanceof HTMLElement && document.activeElement === document.body) target.focus();
      });
    };
  }, [opened]);
}
