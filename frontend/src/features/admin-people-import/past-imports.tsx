import { useQuery } from '@tanstack/react-query';

import type { PastImport } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { Group } from '@/versions/group';

import classes from './people-import.module.css';
import { pastImportsQuery } from './queries';
import { people } from './words';

/** The last imports, newest first. */
export function PastImports() {
  const { data, isError, isFetching, refetch } = useQuery(pastImportsQuery);
  return (
    <Group title="Past Imports">
      {data === undefined && !isError && <SkeletonBlock label="Loading the past imports" height="6rem" />}
      {data === undefined && isError && (
        <ErrorState title="Failed to load the past imports" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data?.imports.length === 0 && <p>Nothing has been imported yet.</p>}
      {data !== undefined && data.imports.length > 0 && (
        <ol className={classes.past} reversed>
          {data.imports.map((made) => (
            <li key={made.id}>
              <strong>{made.fileName}</strong>
              <span className={classes.example}>
                {fullName(made.by)}, {formatTimestamp(made.at)}: {countsInWords(made)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Group>
  );
}

function countsInWords({ counts, invited }: PastImport): string {
  const count = (...states: readonly string[]) =>
    counts.reduce((sum, each) => (states.includes(each.state) ? sum + each.count : sum), 0);
  const left = count('malformed', 'duplicate', 'refused');
  const parts = [`${people(count('new'))} added`, `${people(count('changed'))} changed`];
  if (left > 0) parts.push(`${left === 1 ? '1 row' : `${left.toLocaleString('en-US')} rows`} with errors left out`);
  if (invited > 0) parts.push(`${people(invited)} invited`);
  return parts.join(', ');
}
