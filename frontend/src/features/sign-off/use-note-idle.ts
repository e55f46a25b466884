import { useEffect, useEffectEvent } from 'react';

import { runtimeConfig } from '@/api/runtime-config';
import { idleSeconds } from '@/session/idle';

/** Things that only hands do. */
const BY_HAND = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
const TICK_MILLISECONDS = 1_000;
/** A note is given back before its writer is signed out. */
const LAST_SECONDS = 10;

/** Calls back when the note has been idle for a while, by the clock: timers stop while a computer sleeps. */
export function useNoteIdle(onIdle: () => void) {
  const end = useEffectEvent(onIdle);
  useEffect(() => {
    const limit = runtimeConfig().noteIdleMinutes * 60_000;
    let last = Date.now();
    const hear = () => {
      last = Date.now();
    };
    const look = () => {
      const warned = idleSeconds.getState();
      // A clock that was set back would keep the note open for as long as it had been wrong.
      last = Math.min(last, Date.now());
      if (Date.now() - last < limit && (warned === null || warned > LAST_SECONDS)) return;
      last = Date.now();
      end();
    };
    for (const name of BY_HAND) window.addEventListener(name, hear, { capture: true, passive: true });
    const timer = window.setInterval(look, TICK_MILLISECONDS);
    return () => {
      window.clearInterval(timer);
      for (const name of BY_HAND) window.removeEventListener(name, hear, { capture: true });
    };
  }, []);
}
