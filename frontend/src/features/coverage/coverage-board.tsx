import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';

import type { LineCoverage } from '@/api/generated/types.gen';
import { useConnection } from '@/api/use-live';
import { useNow } from '@/shared/hooks/use-now';
import { formatCardTime } from '@/shared/lib/dates';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';

import classes from './coverage-board.module.css';
import { LineRow } from './line-row';
import { coverageQuery } from './queries';
import { useNews } from './use-news';
import { summary } from './words';

/** How each line is covered now: one list, in rows on a wide screen, otherwise as cards. */
export function CoverageBoard() {
  const { data, isError, dataUpdatedAt, isFetching, refetch } = useQuery(coverageQuery);
  const { lostSince } = useConnection();
  if (data === undefined && isError)
    return <ErrorState title="Failed to load the coverage" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <Placeholders />;
  if (data.lines.length === 0)
    return (
      <EmptyState title="No service lines">
        No location of your organizations can request a service line that you may view. An administrator can change
        that.
      </EmptyState>
    );
  return <Lines lines={data.lines} outdatedSince={lostSince ?? (isError ? dataUpdatedAt : null)} />;
}

/** How many rows are drawn before it is known how many there are. */
const PLACEHOLDERS = 8;

function Placeholders() {
  return (
    <div className={classes.board} role="status">
      <span className="wl-visually-hidden">Loading the coverage</span>
      <Skeleton className={classes.summary} height="1.75rem" width="min(30rem, 100%)" radius="sm" />
      <div className={classes.lines} aria-hidden="true">
        {Array.from({ length: PLACEHOLDERS }, (_, index) => (
          <Skeleton key={index} className={classes.placeholder} radius="lg" />
        ))}
      </div>
    </div>
  );
}

interface LinesProps {
  lines: readonly LineCoverage[];
  /** In milliseconds since 1970; null as long as the board follows what happens. */
  outdatedSince: number | null;
}

function Lines({ lines, outdatedSince }: LinesProps) {
  const now = useNow();
  const news = useNews(lines);
  const style: CSSProperties & Record<'--lines', number> = { '--lines': lines.length };
  return (
    <section className={classes.board} aria-label="Coverage by service line">
      {outdatedSince === null ? (
        <p className={classes.summary}>{summary(lines, now)}</p>
      ) : (
        <p className={classes.outdated} role="status">
          <Icon name="alert" size="sm" />
          <span>
            Not up to date. This is how it was at{' '}
            <time dateTime={new Date(outdatedSince).toISOString()}>{formatCardTime(outdatedSince)}</time>.
          </span>
        </p>
      )}
      <ul className={classes.lines} aria-label="Service lines" style={style}>
        {lines.map((line) => (
          <LineRow key={line.serviceLineId} line={line} now={now} />
        ))}
      </ul>
      <div className="wl-visually-hidden" role="status">
        <span key={news.id}>{news.text}</span>
      </div>
    </section>
  );
}
