import { Button, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';

import type { CallSchedulesRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useNow } from '@/shared/hooks/use-now';
import { dayOf } from '@/shared/lib/dates';
import type { CallSchedulesSearch } from '@/shared/lib/search-params';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { Calendar } from './calendar';
import { ChangeList } from './change-list';
import { Dialogs } from './dialogs';
import { Findings } from './findings';
import { linesOf, zoneOfDays } from './lines';
import { periodOf, viewOf, windowOf } from './period';
import classes from './planner.module.css';
import { type NewChange, PlannerContext } from './planner-context';
import { findingsQuery, planQuery, schedulesQuery } from './queries';
import { ScheduleList } from './schedule-list';
import { Toolbar } from './toolbar';
import { peopleIn } from './words';

export interface PlannerProps {
  search: CallSchedulesSearch;
  onSearch: (change: CallSchedulesSearch) => void;
  /** What else there is below the calendar. */
  children?: ReactNode;
}

/** Who is expected on call, where nobody is, and what a planner can do about it. */
export function CallSchedulePlanner({ search, onSearch, children }: PlannerProps) {
  const { data, error, isFetching, refetch } = useQuery(schedulesQuery);
  const isEmpty = data?.schedules.length === 0;
  const isMobile = useIsMobile();
  // A gap is gone once it is filled, and a change once it is removed.
  const frame = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={frame} tabIndex={-1} role="group" aria-label="Call Schedules" className={classes.page}>
      <div className={classes.head}>
        <Title order={1}>Call Schedules</Title>
        {data !== undefined && !isEmpty && <AddButton onAdd={() => onSearch({ edit: 'new' })} isShort={isMobile} />}
      </div>
      {data === undefined && error !== null && (
        <ErrorState title="Failed to load the call schedules" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data === undefined && error === null && <SkeletonCards count={3} label="Loading the call schedules" />}
      {data !== undefined && (
        <Loaded data={data} search={search} onSearch={onSearch}>
          {children}
        </Loaded>
      )}
    </div>
  );
}

/** On a phone, the whole label does not fit beside the page's title. */
function AddButton({ onAdd, isShort = false }: { onAdd: () => void; isShort?: boolean }) {
  return (
    <Button leftSection={<Icon name="plus" size="sm" />} onClick={onAdd} aria-label="Add Call Schedule">
      {isShort ? 'Add' : 'Add Call Schedule'}
    </Button>
  );
}

function Loaded({ data, search, onSearch, children }: PlannerProps & { data: CallSchedulesRead }) {
  const isList = useIsList(search);
  const lines = linesOf(data.schedules);
  const shown = lines.filter(({ id }) => String(id) === search.line);
  const visible = shown.length > 0 ? shown : lines;
  const period = usePeriod(search, isList, zoneOfDays(visible));
  const { from, until } = windowOf(period);
  const plan = useQuery({ ...planQuery(from, until), placeholderData: keepPreviousData });
  const findings = useQuery(findingsQuery(shown[0]?.id));
  const [newChange, setNewChange] = useState<NewChange | null>(null);
  const people = useMemo(
    () => peopleIn(data.people, plan.data?.people ?? [], findings.data?.people ?? []),
    [data, plan.data, findings.data],
  );
  const planner = {
    schedules: data.schedules,
    people,
    edit: (scheduleId: number) => onSearch({ edit: String(scheduleId) }),
    change: (change: NewChange) => {
      setNewChange(change);
      onSearch({ change: String(change.scheduleId) });
    },
  };
  return (
    <PlannerContext value={planner}>
      {lines.length === 0 ? (
        <NoSchedule onAdd={() => onSearch({ edit: 'new' })} />
      ) : (
        <>
          <Findings query={findings} lines={visible} />
          <Toolbar period={period} lines={lines} search={search} onSearch={onSearch} />
          <Calendar period={period} isList={isList} lines={visible} plan={plan} findings={findings} />
          {/* Not below a calendar that is still growing, which would push them down. */}
          {plan.data !== undefined && !plan.isPlaceholderData && (
            <>
              {isList && <ScheduleList lines={visible} />}
              <ChangeList changes={plan.data.changes} lines={visible} />
              {children}
            </>
          )}
        </>
      )}
      <Dialogs search={search} newChange={newChange} onClose={() => onSearch({ edit: undefined, change: undefined })} />
    </PlannerContext>
  );
}

/** A phone shows lists only. */
function useIsList({ view }: CallSchedulesSearch): boolean {
  return useIsMobile() || viewOf(view) === 'list';
}

function usePeriod({ view, from }: CallSchedulesSearch, isList: boolean, zone: string) {
  const today = dayOf(useNow(), zone);
  return useMemo(() => periodOf(viewOf(view), from, today, isList), [view, from, today, isList]);
}

function NoSchedule({ onAdd }: { onAdd: () => void }) {
  const { serviceLines } = useMe();
  return (
    <EmptyState
      icon="clock"
      title="No call schedule yet"
      order={2}
      action={serviceLines.length > 0 ? <AddButton onAdd={onAdd} /> : undefined}
    >
      {serviceLines.length > 0
        ? 'A call schedule says who is expected on call for a service line, and when. You name the people and how they take turns; Wardline plans a year ahead and shows where nobody is planned.'
        : 'You plan call schedules of the service lines that you may view. You have none yet: ask an administrator.'}
    </EmptyState>
  );
}
