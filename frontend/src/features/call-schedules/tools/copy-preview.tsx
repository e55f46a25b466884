import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { CallScheduleRead, CopyPreview as Preview } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { fullName } from '@/shared/lib/full-name';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { spanInWords } from '../words';
import { copyPreviewQuery, useCopyMonth, useRemoveCopy } from './queries';
import classes from './tools.module.css';
import { monthInWords } from './words';

import lists from '@/shared/ui/list.module.css';

export interface CopyPreviewProps {
  schedule: CallScheduleRead;
  /** Months yyyy-MM. */
  from: string;
  to: string;
}

/** What the copy would do, the button that does it, and the one that takes it back. */
export function CopyPreview({ schedule, from, to }: CopyPreviewProps) {
  const copy = useCopyMonth(schedule.id);
  const remove = useRemoveCopy(schedule.id);
  const { data, error, isFetching, refetch } = useQuery({
    ...copyPreviewQuery(schedule.id, { from, to }),
    // What was copied would be shown as a conflict with itself.
    enabled: copy.data === undefined,
  });
  if (remove.isSuccess)
    return (
      <Banner tone="success" announce="status">
        The copy was taken back. {monthInWords(to)} is planned as before.
      </Banner>
    );
  if (copy.data !== undefined) {
    const { id } = copy.data;
    return (
      <Banner
        tone="success"
        announce="status"
        title={`${monthInWords(from)} was copied to ${monthInWords(to)}.`}
        actions={
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(id)}>
            Take Back
          </Button>
        }
      >
        People whose shifts in the coming weeks changed were told.
      </Banner>
    );
  }
  if (data === undefined && error !== null)
    return (
      <ErrorState title="Failed to load what would be copied" onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    );
  if (data === undefined) return <SkeletonBlock label="Loading what would be copied" height="24rem" />;
  if (data.shifts.length === 0)
    return (
      <EmptyState title="Nothing to copy">
        No shift of {monthInWords(from)} has a place in {monthInWords(to)}.
      </EmptyState>
    );
  const label = `Copy to ${monthInWords(to)}`;
  return (
    <div className={classes.tool}>
      <Obstacles preview={data} to={to} zone={schedule.timeZone} />
      {copy.isError && <NotSaved failure={copy.error} button={label} />}
      <div className={classes.summary}>
        <p>
          {pluralize(data.shifts.filter(({ userId }) => userId !== null).length, 'shift')} on the same weekdays and at
          the same times, first Monday to first Monday. Before the first and after the last, the plan stays as it is.
        </p>
        <Button disabled={data.conflicts.length > 0} loading={copy.isPending} onClick={() => copy.mutate({ from, to })}>
          {label}
        </Button>
      </div>
      <Shifts preview={data} zone={schedule.timeZone} />
    </div>
  );
}

function Obstacles({ preview, to, zone }: { preview: Preview; to: string; zone: string }) {
  const { conflicts, notOnTheLine } = preview;
  return (
    <>
      {conflicts.length > 0 && (
        <Banner
          tone="danger"
          title={`${monthInWords(to)} has ${pluralize(conflicts.length, 'change')} already. A month with changes cannot be copied to.`}
        >
          <ul className={lists.bullets}>
            {conflicts.map((change) => (
              <li key={change.id}>
                {nameOf(preview, change.userId ?? change.replacedUserId)}:{' '}
                {spanInWords(change.startsAt, change.endsAt, zone)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {notOnTheLine.length > 0 && (
        <Banner tone="warning" title="Some shifts are not copied.">
          {notOnTheLine.map((id) => nameOf(preview, id)).join(', ')} may not go on call for this service line anymore.
          The rotations apply there.
        </Banner>
      )}
    </>
  );
}

function Shifts({ preview, zone }: { preview: Preview; zone: string }) {
  return (
    <ul className={classes.rows} aria-label="Shifts after copying">
      {preview.shifts.map((shift) => (
        <li key={`${shift.startsAt} ${shift.userId}`} className={classes.row}>
          <span className={classes.name}>{nameOf(preview, shift.userId)}</span>
          <time dateTime={shift.startsAt}>{spanInWords(shift.startsAt, shift.endsAt, zone)}</time>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ people }: Preview, userId: number | null): string {
  const person = people.find(({ id }) => id === userId);
  return person === undefined ? 'Nobody' : fullName(person);
}
