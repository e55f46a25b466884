import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { LineRow } from '@/api/generated/types.gen';
import { routes } from '@/shared/lib/routes';
import { ErrorState } from '@/shared/ui/error-state';
import { OneLine } from '@/shared/ui/one-line';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { markInWords, toneOf } from '@/versions/drafts/words';

import classes from './lines.module.css';
import { linesQuery } from './queries';
import { openInWords } from './words';

/** All service lines, and whether each is open now. */
export function LinesList() {
  const { data, isError, isFetching, refetch } = useQuery(linesQuery);
  if (data === undefined && isError)
    return <ErrorState title="Failed to load the service lines" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonBlock label="Loading the service lines" height="30rem" />;
  return (
    <ul className={classes.list} aria-label="Service lines">
      {data.lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </ul>
  );
}

function Row({ line }: { line: LineRow }) {
  return (
    <li>
      <Link to={routes.line} params={{ id: String(line.id) }} className={classes.row}>
        <OneLine className={classes.name}>{line.name}</OneLine>
        <span className={classes.said}>{openInWords(line)}</span>
        <span className={classes.badges}>
          {line.draft !== null && <StatusBadge tone={toneOf(line.draft)}>{markInWords(line.draft)}</StatusBadge>}
          {line.managedBy !== null && <StatusBadge icon="lock">Managed by a file</StatusBadge>}
          {line.managedBy === null && !line.mayChange && <StatusBadge icon="lock">Read only</StatusBadge>}
        </span>
      </Link>
    </li>
  );
}
