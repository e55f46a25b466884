import { Skeleton } from '@mantine/core';

import classes from './skeleton-card.module.css';

/** Placeholders for cards that are being loaded. */
export function SkeletonCards({ count = 3, label = 'Loading' }: { count?: number; label?: string }) {
  return (
    <div role="status">
      <span className="wl-visually-hidden">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div className={classes.card} key={index} aria-hidden="true">
          <div className={classes.row}>
            <Skeleton height="1rem" width="45%" radius="sm" />
            <Skeleton height="1.375rem" width="6rem" radius="full" />
          </div>
          <Skeleton height="0.875rem" width="70%" radius="sm" />
          <Skeleton height="0.875rem" width="35%" radius="sm" />
        </div>
      ))}
    </div>
  );
}

/** A placeholder of the height of what is being loaded. */
export function SkeletonBlock({ label, height }: { label: string; height: string }) {
  return (
    <div role="status">
      <span className="wl-visually-hidden">{label}</span>
      <Skeleton height={height} radius="lg" />
    </div>
  );
}
