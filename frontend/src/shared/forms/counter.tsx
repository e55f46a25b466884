import { useEffect, useState } from 'react';

import classes from './form.module.css';

/** Nobody is told anything while they type. */
const PAUSE_MILLISECONDS = 1_000;

/** Hidden until four fifths are used, so that short answers stay calm; spoken where a threshold is crossed, not with every key. */
export function Counter({ length, limit }: { length: number; limit: number | undefined }) {
  return limit === undefined ? null : <CounterOf length={length} limit={limit} />;
}

function CounterOf({ length, limit }: { length: number; limit: number }) {
  const threshold = thresholdAt(length, limit);
  const words = `${length} of ${limit} characters`;
  const spoken = useSpoken(words, threshold);
  return (
    <>
      {threshold > 0 && (
        <div className={classes.counter} aria-hidden="true" data-figures="" data-over={length > limit || undefined}>
          {words}
        </div>
      )}
      <span className="wl-visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}

/** How many of four fifths, nine tenths, the limit and more than that are reached. */
function thresholdAt(length: number, limit: number): number {
  return [length * 5 >= limit * 4, length * 10 >= limit * 9, length >= limit, length > limit].filter(Boolean).length;
}

/** The words as they stood when the last threshold was crossed and the typing rested; blank before the first. */
function useSpoken(words: string, threshold: number): string {
  const [spoken, setSpoken] = useState({ words: '', threshold: 0 });
  const settled = spoken.threshold === threshold;
  useEffect(() => {
    if (settled) return undefined;
    const timer = window.setTimeout(
      () => setSpoken({ words: threshold === 0 ? '' : words, threshold }),
      PAUSE_MILLISECONDS,
    );
    return () => window.clearTimeout(timer);
  }, [settled, words, threshold]);
  return spoken.words;
}
