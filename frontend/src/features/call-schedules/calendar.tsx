import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { FindingsRead, PlanRead } from '@/api/generated/types.gen';
import { dayOf } from '@/shared/lib/dates';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './calendar.module.css';
import { DayList } from './day-list';
import type { PlannedLine } from './lines';
import { type Period, windowOf } from './period';
import { readablePlan } from './plan';
import { Timeline } from './timeline';
import { dayInWords } from './words';

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
      {findings.data !== undefined && <LaterGaps findings={findings.data} period={period} />}
    </section>
  );
}

/** Says that there may be gaps in the period that are not listed. */
function LaterGaps({ findings: { gaps, gapTotal }, period }: { findings: FindingsRead; period: Period }) {
  const last = gaps.at(-1);
  if (last === undefined || gapTotal === gaps.length || last.startsAt >= windowOf(period).until) return null;
  return (
    <p className={classes.note}>
      Gaps after {dayInWords(dayOf(last.startsAt))} are not shown here, because there are too many before.
    </p>
  );
}
