import { useRef } from 'react';

/** A second press within this time was not meant (milliseconds). */
const DOUBLE_PRESS_MS = 1_000;

/** For an action that each press repeats, and that may be over before the second of a double press. */
export function useSinglePress<A extends unknown[]>(act: (...about: A) => void): (...about: A) => void {
  const last = useRef(-Infinity);
  return (...about) => {
    const now = performance.now();
    if (now - last.current < DOUBLE_PRESS_MS) return;
    last.current = now;
    act(...about);
  };
}
