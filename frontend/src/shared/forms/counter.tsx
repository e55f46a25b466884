import { useEffect, useState } from 'react';

import classes from './form.module.css';

/** Nothing is announced while the user is typing. */
const PAUSE_MILLISECONDS = 1_000;

/** Hidden until 80% is used, so that short texts show no distraction; announced when a threshold is crossed, not with every key. */
export function Counter({ length, limit }: { length: number; limit: number | undefined }) {
  return limit === undefined ? null : <LimitedCounter length={length} limit={limit} />;
}

function LimitedCounter({ length, limit }: { length: number; limit: number }) {
  const threshold = thresholdAt(length, limit);
  const text = `${length} of ${limit} characters`;
  const announced = useAnnouncement(text, threshold);
  return (
    <>
      {threshold > 0 && (
        <div className={classes.counter} aria-hidden="true" data-figures="" data-over={length > limit || undefined}>
          {text}
        </div>
      )}
      <span className="wl-visually-hidden" role="status">
        {announced}
      </span>
    </>
  );
}

/** How many of the thresholds are reached: 80%, 90%, the limit, and above the limit. */
function thresholdAt(length: number, limit: number): number {
  return [length * 5 >= limit * 4, length * 10 >= limit * 9, length >= limit, length > limit].filter(Boolean).length;
}

/** The text at the first pause in typing after the last threshold was crossed; blank before that. */
function useAnnouncement(text: string, threshold: number): string {
  const [announced, setAnnounced] = useState({ text: '', threshold: 0 });
  const settled = announced.threshold === threshold;
  useEffect(() => {
    if (settled) return undefined;
    const timer = window.setTimeout(
      () => setAnnounced({ text: threshold === 0 ? '' : text, threshold }),
      PAUSE_MILLISECONDS,
    );
    return () => window.clearTimeout(timer);
  }, [settled, text, threshold]);
  return announced.text;
}
