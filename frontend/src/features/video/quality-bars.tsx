import classes from './in-call.module.css';
import type { Level, Quality, Reason } from './quality';

const levels: Record<Level, { words: string; bars: number }> = {
  good: { words: 'Good connection', bars: 3 },
  fair: { words: 'Fair connection', bars: 2 },
  poor: { words: 'Poor connection', bars: 1 },
};

const reasons: Record<Reason, string> = {
  loss: 'sound and picture get lost on the way',
  delay: 'they arrive late',
  bandwidth: 'the network carries little',
};

/** The quality in words, with what keeps it from being better. */
export function wordsOf({ level, reason }: Quality): string {
  const { words } = levels[level];
  return reason === null ? words : `${words}: ${reasons[reason]}`;
}

/** Bars like those of a phone. A poor connection is also written beside them. */
export function QualityBars({ quality, of }: { quality: Quality; of?: string }) {
  const { bars } = levels[quality.level];
  const words = wordsOf(quality);
  return (
    <span
      className={classes.bars}
      data-level={quality.level}
      role="img"
      aria-label={of === undefined ? words : `${of}: ${words}`}
      title={words}
    >
      {[1, 2, 3].map((bar) => (
        <span key={bar} data-filled={bar <= bars} />
      ))}
    </span>
  );
}

export const POOR = levels.poor.words;
