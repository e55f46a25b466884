import { useEffect, useEffectEvent } from 'react';

import { runtimeConfig } from '@/api/runtime-config';
import { idleSeconds } from '@/session/idle';
import { onUserEvents } from '@/shared/lib/user-events';

const TICK_MS = 1_000;
/** The note is closed this long before its author is signed out. */
const LAST_SECONDS = 10;

/** Calls back when the note has been idle for too long; talking to someone counts as activity. Compares clock times, because timers stop while a computer sleeps. */
export function useNoteIdle(isTalking: () => boolean, onIdle: () => void) {
  const end = useEffectEvent(onIdle);
  const talks = useEffectEvent(isTalking);
  useEffect(() => {
    const limit = runtimeConfig().noteIdleMinutes * 60_000;
    let last = Date.now();
    const check = () => {
      const remaining = idleSeconds.getState();
      // If the clock is set back, the note must not stay open longer.
      last = talks() ? Date.now() : Math.min(last, Date.now());
      if (Date.now() - last < limit && (remaining === null || remaining > LAST_SECONDS)) return;
      last = Date.now();
      end();
    };
    const ignore = onUserEvents(() => {
      last = Date.now();
    });
    const timer = window.setInterval(check, TICK_MS);
    return () => {
      window.clearInterval(timer);
      ignore();
    };
  }, []);
}
