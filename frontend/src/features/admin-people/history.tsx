import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PeopleChoices, PersonRead, VersionRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { Group } from './groups';
import { differenceInWords } from './history-words';
import classes from './person.module.css';
import { versionsQuery } from './queries';
import { RestoreDialog } from './restore-dialog';

export interface HistoryProps {
  person: PersonRead;
  choices: PeopleChoices;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** How many versions are listed at first. */
const FIRST = 5;

/** What was changed, newest first; each earlier version can be restored. */
export function History(props: HistoryProps) {
  const { data, isError, isFetching, refetch } = useQuery(versionsQuery(props.person.id));
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

function Versions({ versions, person, choices, isDirty }: HistoryProps & { versions: readonly VersionRead[] }) {
  const [isWhole, setWhole] = useState(false);
  const [restored, setRestored] = useState<VersionRead | null>(null);
  const isFixed = person.managedBy !== null || person.worksElsewhere;
  if (versions.length === 0) return <p>Nothing has been changed yet.</p>;
  return (
    <>
      <ol className={classes.versions} reversed>
        {versions.slice(0, isWhole ? undefined : FIRST).map((version, index) => (
          <Version
            key={version.number}
            version={version}
            choices={choices}
            isCurrent={index === 0}
            onRestore={isFixed || isDirty ? null : () => setRestored(version)}
          />
        ))}
      </ol>
      {versions.length > FIRST && !isWhole && (
        <Button variant="default" className={classes.add} onClick={() => setWhole(true)}>
          Show all {versions.length} versions
        </Button>
      )}
      {restored !== null && <RestoreDialog person={person} version={restored} onClose={() => setRestored(null)} />}
    </>
  );
}

interface VersionProps {
  version: VersionRead;
  choices: PeopleChoices;
  isCurrent: boolean;
  /** Null if it cannot be restored. */
  onRestore: (() => void) | null;
}

function Version({ version, choices, isCurrent, onRestore }: VersionProps) {
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
        <p className={classes.fine}>The first version that is known.</p>
      ) : (
        <ul className={classes.differences}>
          {differences.map((difference) => (
            <li key={difference.place}>{differenceInWords(difference, choices)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

export function authorOf({ by, file }: VersionRead): string {
  if (file !== null) return `From the file ${file}`;
  return by === null ? 'Someone who is not known' : fullName(by);
}
