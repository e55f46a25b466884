import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { FindingsRead, PlanRead } from '@/api/generated/types.gen';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './calendar.module.css';
import { DayList } from './day-list';
import type { PlannedLine } from './lines';
import { type Period, windowOf } from './period';
import { readablePlan } from './plan';
import { Timeline } from './timeline';

export interface CalendarProps {
  period: Period;
  isList: boolean;
  lines: readonly PlannedLine[];
  plan: UseQueryResult<PlanRead>;
  findings: UseQueryResult<FindingsRead>;
}

/** The plan of some days, as bars or as a list. */
export function Calendar({ period, isList, lines, plan, findings }: CalendarProps) {
  const { data, error, isFetching, refetch, isPlaceholderData } = plan;
  const shown = useMemo(
    () => (data === undefined || isPlaceholderData ? undefined : readablePlan(data)),
    [data, isPlaceholderData],
  );
  if (data === undefined && error !== null)
    return <ErrorState title="Failed to load the plan" onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    // Other days are another calendar: what both show would seem to move.
    <section key={`${period.view} ${period.days[0]}`} aria-label="Calendar" aria-busy={shown === undefined}>
      {isList ? (
        shown === undefined || findings.isPending ? (
          <SkeletonCards count={5} label="Loading the plan" />
        ) : (
          <DayList period={period} lines={lines} plan={shown} gaps={findings.data?.gaps ?? []} />
        )
      ) : (
        <Timeline
          period={period}
          lines={lines}
          plan={shown}
          findings={findings.data ?? (findings.isError ? null : undefined)}
        />
      )}
      {findings.data !== undefined && isCut(findings.data, period) && (
        <p className={classes.note}>
          Only the first {findings.data.gaps.length} of {findings.data.gapTotal} gaps are known here, so later ones are
          not shown.
        </p>
      )}
    </section>
  );
}

/** Whether there may be gaps in the period that are not listed. */
function isCut({ gaps, gapTotal }: FindingsRead, period: Period): boolean {
  const last = gaps.at(-1);
  return last !== undefined && gapTotal > gaps.length && last.startsAt < windowOf(period).until;
}
