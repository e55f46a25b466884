import { useEffect } from 'react';
import { useStore } from 'zustand';

import { alertSound, allowSound, followSound } from './alert-sound';

/** The user's choices about the sound, which any click or key press allows: browsers require one after a page was loaded. */
export function useAlertSound(userId: number) {
  const { on, permission } = useStore(alertSound);
  useEffect(() => followSound(userId), [userId]);
  const waiting = on && permission !== 'allowed';
  useEffect(() => {
    if (!waiting) return undefined;
    const allow = () => void allowSound();
    // Touching the screen is no click yet, and handlers in the page may stop a click.
    document.addEventListener('click', allow, { capture: true });
    document.addEventListener('keydown', allow, { capture: true });
    return () => {
      document.removeEventListener('click', allow, { capture: true });
      document.removeEventListener('keydown', allow, { capture: true });
    };
  }, [waiting]);
}
