import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

const TURN_MILLISECONDS = 30_000;

export interface Rotation {
  /** Whose turn it is, from 0 on. */
  readonly shown: number;
  /** The user wants nothing to move by itself, so nobody takes turns. */
  readonly rests: boolean;
}

/** So many texts that take turns; no turn ends while it is held, as by somebody who points at it. */
export function useRotation(count: number, held: boolean): Rotation {
  const [shown, setShown] = useState(0);
  const rests = useReducedMotion(false, { getInitialValueInEffect: false });
  const still = held || rests;
  useEffect(() => {
    if (still) return undefined;
    const timer = window.setInterval(() => setShown((turn) => (turn + 1) % count), TURN_MILLISECONDS);
    return () => window.clearInterval(timer);
  }, [count, still]);
  return { shown, rests };
}
