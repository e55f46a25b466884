import { Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { HolidayRead, HolidaysRead } from '@/api/generated/types.gen';
import { dayOf } from '@/shared/lib/dates';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { serverNow } from '@/shared/lib/server-clock';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';

import { dayInWords } from '../words';
import { AddHoliday } from './add-holiday';
import { AddedGaps } from './added-gaps';
import { FederalHolidaysDialog } from './federal-holidays-dialog';
import { changed, holidaysQuery, useSaveHolidays } from './queries';
import classes from './tools.module.css';

/** The days that rotations may treat differently, by year. Each change is saved at once, and says what it leaves open. */
export function Holidays() {
  const { data, isError, isFetching, refetch } = useQuery(holidaysQuery);
  if (data !== undefined) return <HolidayList read={data} />;
  if (isError)
    return <ErrorState title="Failed to load the holidays" onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <div role="status" className={classes.tool}>
      <span className="wl-visually-hidden">Loading the holidays</span>
      <Skeleton height="5rem" radius="lg" />
      <Skeleton height="16rem" radius="lg" />
    </div>
  );
}

function HolidayList({ read }: { read: HolidaysRead }) {
  const save = useSaveHolidays();
  // A holiday that is removed has the focus.
  const frame = useKeptFocus<HTMLDivElement>();
  const [removing, setRemoving] = useState<HolidayRead | null>(null);
  const [choosing, setChoosing] = useState(false);
  const today = dayOf(serverNow());
  const thisYear = today.slice(0, 4);
  const years = [...new Set(read.holidays.map(yearOf))];
  const past = years.filter((year) => year < thisYear);
  // A failure is told in a toast.
  const add = (added: HolidayRead[]) =>
    save.mutateAsync(changed(read, { added })).then(
      () => true,
      () => false,
    );
  const addChosen = async (added: HolidayRead[]) => {
    if (await add(added)) setChoosing(false);
  };
  const sections = (of: readonly string[]) =>
    of.map((year) => (
      <Year
        key={year}
        year={year}
        holidays={read.holidays.filter((holiday) => yearOf(holiday) === year)}
        onRemove={setRemoving}
      />
    ));
  return (
    <div ref={frame} role="group" aria-label="Holidays" tabIndex={-1} className={classes.tool}>
      <div className={classes.panel}>
        <AddHoliday holidays={read.holidays} onAdd={add} />
        <Button
          variant="default"
          leftSection={<Icon name="plus" size="sm" />}
          disabled={save.isPending}
          onClick={() => setChoosing(true)}
        >
          Add Federal Holidays
        </Button>
      </div>
      {save.isSuccess && <AddedGaps saved={save.data} />}
      {read.holidays.length === 0 && (
        <EmptyState title="No holidays yet">
          Until there are some, rotations that work only on holidays have no shifts. Add a day, or choose from the
          federal holidays.
        </EmptyState>
      )}
      {sections(years.filter((year) => year >= thisYear))}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>Earlier years</summary>
          {sections(past)}
        </details>
      )}
      {choosing && (
        <FederalHolidaysDialog
          today={today}
          busy={save.isPending}
          onAdd={(added) => void addChosen(added)}
          onClose={() => setChoosing(false)}
        />
      )}
      {removing !== null && (
        <RemoveDialog
          holiday={removing}
          busy={save.isPending}
          onClose={() => setRemoving(null)}
          onConfirm={() =>
            save.mutate(changed(read, { without: [removing.day] }), { onSettled: () => setRemoving(null) })
          }
        />
      )}
    </div>
  );
}

interface RemoveDialogProps {
  holiday: HolidayRead;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function RemoveDialog({ holiday: { name, day }, busy, onClose, onConfirm }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      opened
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      busy={busy}
      onCancel={onClose}
      onConfirm={onConfirm}
    >
      {dayInWords(day)} becomes an ordinary day. Schedules that depend on it are planned again, and people whose shifts
      change are told.
    </ConfirmDialog>
  );
}

function yearOf({ day }: HolidayRead): string {
  return day.slice(0, 4);
}

interface YearProps {
  year: string;
  holidays: readonly HolidayRead[];
  onRemove: (holiday: HolidayRead) => void;
}

function Year({ year, holidays, onRemove }: YearProps) {
  return (
    <section className={classes.year} aria-label={year}>
      <Title order={2} size="h4">
        {year}
      </Title>
      <ul className={classes.rows}>
        {holidays.map((holiday) => (
          <li key={holiday.day} className={classes.row}>
            <time className={classes.day} dateTime={holiday.day}>
              {dayInWords(holiday.day)}
            </time>
            <span className={classes.name}>{holiday.name}</span>
            <Button
              variant="subtle"
              size="sm"
              aria-label={`Remove ${holiday.name}, ${dayInWords(holiday.day)}`}
              onClick={() => onRemove(holiday)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
