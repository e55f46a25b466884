import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

const TURN_MILLISECONDS = 30_000;

export interface Rotation {
  /** The index of the text that is shown. */
  readonly shown: number;
  /** The user prefers reduced motion, so all texts are shown at once. */
  readonly isStill: boolean;
}

/** Shows one of several texts in turn. While it is held, for example by a hovering pointer, the text does not change. */
export function useRotation(count: number, held: boolean): Rotation {
  const [shown, setShown] = useState(0);
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const paused = held || isStill;
  useEffect(() => {
    if (paused) return undefined;
    const timer = window.setInterval(() => setShown((index) => (index + 1) % count), TURN_MILLISECONDS);
    return () => window.clearInterval(timer);
  }, [count, paused]);
  return { shown, isStill };
}
