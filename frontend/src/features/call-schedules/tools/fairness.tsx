import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useMe } from '@/session/me';
import { dayOf } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';
import { serverNow } from '@/shared/lib/server-clock';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { schedulesQuery } from '../queries';
import { FairnessTable } from './fairness-table';
import { type Compared, fairnessQuery } from './queries';
import classes from './tools.module.css';
import { monthAfter, monthInWords } from './words';

/** How far back one can look, and how many months are planned in any case. */
const BACK = 12;
const AHEAD = 11;
const LENGTHS = [1, 3, 6, 12];

/** Who has how much of a line's call, in months of history and of the plan. */
export function Fairness() {
  const { serviceLines } = useMe();
  const today = dayOf(serverNow());
  const { data: plans, isPending } = useQuery(schedulesQuery);
  const [chosenId, setChosenId] = useState<number | null>(null);
  // Until the user chooses, a line that has something to compare.
  const isPlanned = ({ id }: { id: number }) => plans?.schedules.some(({ serviceLineId }) => serviceLineId === id);
  const lineId = chosenId ?? (serviceLines.find(isPlanned) ?? serviceLines[0])?.id;
  const [offset, setOffset] = useState(0);
  const [length, setLength] = useState(3);
  if (lineId === undefined)
    return <EmptyState title="No service lines">An administrator can let you view some.</EmptyState>;
  const possible = LENGTHS.filter((each) => each <= AHEAD + 1 - offset);
  const months = Math.min(length, possible.at(-1) ?? 1);
  return (
    <div className={classes.tool}>
      <div className={classes.panel}>
        <NativeSelect
          className={classes.name}
          label="Service Line"
          data={serviceLines.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(lineId)}
          onChange={(event) => setChosenId(Number(event.currentTarget.value))}
        />
        <NativeSelect
          label="From"
          data={Array.from({ length: BACK + AHEAD + 1 }, (_, index) => ({
            value: String(index - BACK),
            label: monthInWords(monthAfter(today, index - BACK)),
          }))}
          value={String(offset)}
          onChange={(event) => setOffset(Number(event.currentTarget.value))}
        />
        <NativeSelect
          label="For"
          data={possible.map((each) => ({ value: String(each), label: pluralize(each, 'month') }))}
          value={String(months)}
          onChange={(event) => setLength(Number(event.currentTarget.value))}
        />
      </div>
      {isPending ? (
        <LoadingComparison />
      ) : (
        <Compare compared={{ serviceLineId: lineId, from: monthAfter(today, offset), months }} />
      )}
    </div>
  );
}

function LoadingComparison() {
  return <SkeletonBlock label="Loading the comparison" height="20rem" />;
}

function Compare({ compared }: { compared: Compared }) {
  const { data, isError, isFetching, refetch } = useQuery(fairnessQuery(compared));
  if (data === undefined && isError)
    return <ErrorState title="Failed to load the comparison" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <LoadingComparison />;
  if (data.people.length === 0)
    return (
      <EmptyState title="Nobody to compare">
        No call schedule of this service line plans anybody in this time.
      </EmptyState>
    );
  return <FairnessTable read={data} />;
}
