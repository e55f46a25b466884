import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';

import type { FindingsRead } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';
import { Icon } from '@/shared/ui/icon';

import { ConflictList, DoubleList, GapList } from './finding-lists';
import classes from './findings.module.css';
import type { PlannedLine } from './lines';
import { SmallButton } from './small-button';

export interface FindingsProps {
  query: UseQueryResult<FindingsRead>;
  lines: readonly PlannedLine[];
}

/** What is wrong with the plan of the coming year: in one line, and on request what and where. */
export function Findings({ query: { data, error, isFetching, refetch }, lines }: FindingsProps) {
  const [opened, setOpened] = useState(false);
  const listId = useId();
  if (data === undefined) {
    return (
      <section className={classes.findings} aria-label="Findings" aria-busy={error === null}>
        <div className={classes.summary}>
          <Icon name={error === null ? 'refresh' : 'alert'} className={classes.icon} />
          <p className={classes.words} role="status">
            {error === null ? 'Looking for gaps…' : 'The plan could not be checked for gaps.'}
          </p>
          {error !== null && (
            <SmallButton loading={isFetching} onClick={() => void refetch()}>
              Try Again
            </SmallButton>
          )}
        </div>
      </section>
    );
  }
  const { gapTotal, conflicts } = data;
  const isClean = gapTotal + data.doubleTotal + conflicts.length === 0;
  return (
    <section className={classes.findings} data-tone={toneOf(data)} aria-label="Findings">
      <div className={classes.summary}>
        <Icon name={isClean ? 'check-circle' : 'alert'} className={classes.icon} />
        <p className={classes.words} role="status">
          {isClean ? 'No gaps in the next 52 weeks' : `${summaryOf(data)} in the next 52 weeks`}
        </p>
        {!isClean && (
          <SmallButton aria-expanded={opened} aria-controls={listId} onClick={() => setOpened(!opened)}>
            {opened ? 'Hide' : 'Show'}
          </SmallButton>
        )}
      </div>
      <div id={listId} hidden={!opened}>
        {opened && (
          <>
            <GapList findings={data} lines={lines} />
            <DoubleList findings={data} />
            <ConflictList findings={data} />
          </>
        )}
      </div>
    </section>
  );
}

function toneOf({ gapTotal, doubleTotal, conflicts }: FindingsRead): 'danger' | 'warning' | undefined {
  if (gapTotal > 0) return 'danger';
  return doubleTotal + conflicts.length > 0 ? 'warning' : undefined;
}

/** `3 gaps, 1 double booking, 2 conflicts` */
export function summaryOf({ gapTotal, doubleTotal, conflicts }: FindingsRead): string {
  const counts = [
    [gapTotal, 'gap'],
    [doubleTotal, 'double booking'],
    [conflicts.length, 'conflict'],
  ] as const;
  return counts.flatMap(([count, unit]) => (count === 0 ? [] : [pluralize(count, unit)])).join(', ');
}
