import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import type { DifferenceRead, VersionRead, VersionsRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { Group } from './group';
import { RestoreDialog, type Restoring } from './restore-dialog';
import classes from './versions.module.css';

export interface HistoryProps {
  versions: Pick<UseQueryResult<VersionsRead>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  differenceInWords: (difference: DifferenceRead) => string;
  /** Null if nothing can be restored, or not while the form has changes that are not saved. */
  restoring: Restoring | null;
}

/** How many versions are listed at first. */
const FIRST = 5;

/** What was changed, newest first; each earlier version can be restored. */
export function History({ versions: { data, isError, isFetching, refetch }, ...props }: HistoryProps) {
  return (
    <Group title="History">
      {data === undefined && !isError && <SkeletonBlock label="Loading the history" height="8rem" />}
      {data === undefined && isError && (
        <ErrorState title="Failed to load the history" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data !== undefined && <Versions versions={data.versions} {...props} />}
    </Group>
  );
}

type VersionsProps = Omit<HistoryProps, 'versions'> & { versions: readonly VersionRead[] };

function Versions({ versions, differenceInWords, restoring }: VersionsProps) {
  const [isWhole, setWhole] = useState(false);
  const [restored, setRestored] = useState<VersionRead | null>(null);
  if (versions.length === 0) return <p>Nothing has been changed yet.</p>;
  return (
    <>
      <ol className={classes.versions} reversed>
        {versions.slice(0, isWhole ? undefined : FIRST).map((version, index) => (
          <Version
            key={version.number}
            version={version}
            differenceInWords={differenceInWords}
            isCurrent={index === 0}
            onRestore={restoring === null ? null : () => setRestored(version)}
          />
        ))}
      </ol>
      {versions.length > FIRST && !isWhole && (
        <Button variant="default" className={classes.start} onClick={() => setWhole(true)}>
          Show all {versions.length} versions
        </Button>
      )}
      {restored !== null && restoring !== null && (
        <RestoreDialog version={restored} {...restoring} onClose={() => setRestored(null)} />
      )}
    </>
  );
}

interface VersionProps {
  version: VersionRead;
  differenceInWords: (difference: DifferenceRead) => string;
  isCurrent: boolean;
  /** Null if it cannot be restored. */
  onRestore: (() => void) | null;
}

function Version({ version, differenceInWords, isCurrent, onRestore }: VersionProps) {
  const { number, at, reason, isFirst, differences } = version;
  return (
    <li className={classes.version}>
      <div className={classes.versionHead}>
        <p>
          <strong>{authorOf(version)}</strong>, {formatTimestamp(at)}
          {isCurrent && ' (current version)'}
        </p>
        {!isCurrent && onRestore !== null && (
          <Button
            variant="subtle"
            size="sm"
            aria-label={`Restore this version, number ${number} of ${formatTimestamp(at)}`}
            onClick={onRestore}
          >
            Restore this version
          </Button>
        )}
      </div>
      {reason !== null && <p className={classes.fine}>Reason: {reason}</p>}
      {isFirst ? (
        <p className={classes.fine}>The first known version.</p>
      ) : (
        <ul className={classes.differences}>
          {differences.map((difference) => (
            <li key={difference.place}>{differenceInWords(difference)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function authorOf({ by, file, client, isFirst }: VersionRead): string {
  if (file !== null) return `From the file ${file}`;
  if (client !== null) return `The identity provider ${client}`;
  if (by !== null) return fullName(by);
  return isFirst ? 'Someone unknown' : 'Someone from another organization';
}
