import { formatCardTime } from '@/shared/lib/dates';

import classes from './connection-banner.module.css';

/** The line at the top while the connection is lost. The parent reserves space for it, so that nothing moves. */
export function ConnectionBanner({ lostSince }: { lostSince: number | null }) {
  return (
    <div role="status">
      {lostSince !== null && (
        <p className={classes.line}>
          Reconnecting. Showing data as of{' '}
          <time dateTime={new Date(lostSince).toISOString()}>{formatCardTime(lostSince)}</time>.
        </p>
      )}
    </div>
  );
}
