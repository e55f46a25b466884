import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ImportedCalendarRead, ImportedCalendarsRead } from '@/api/generated/types.gen';
import { useKeptFocus } from '@/shared/hooks/use-kept-focus';
import { pluralize } from '@/shared/lib/pluralize';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { type CalendarSchedule, ImportDialog } from './import-dialog';
import { ImportedCalendarRow } from './imported-calendar-row';
import { importedCalendarsQuery, useRemoveCalendar } from './queries';

import lists from '@/shared/ui/list.module.css';

/** The calendars kept elsewhere that are layers of a schedule, for its planners. */
export function ImportedCalendars({ schedule }: { schedule: CalendarSchedule }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(importedCalendarsQuery(schedule.id));
  return (
    <Stack gap="sm" component="section" aria-labelledby="imported-calendars">
      <h2 className={lists.title} id="imported-calendars">
        Imported Calendars
      </h2>
      {isPending && <SkeletonCards count={1} label="Loading imported calendars" />}
      {isError && data === undefined && (
        <ErrorState title="Failed to load imported calendars" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data !== undefined && <Calendars schedule={schedule} imported={data} />}
    </Stack>
  );
}

interface CalendarsProps {
  schedule: CalendarSchedule;
  imported: ImportedCalendarsRead;
}

function Calendars({ schedule, imported: { calendars, hosts } }: CalendarsProps) {
  const [importing, setImporting] = useState<{ replaced: ImportedCalendarRead | null } | null>(null);
  const [removing, setRemoving] = useState<ImportedCalendarRead | null>(null);
  const remove = useRemoveCalendar(schedule.id);
  const frame = useKeptFocus<HTMLDivElement>();
  const add = (
    <Button
      variant="default"
      leftSection={<Icon name="plus" size="sm" />}
      onClick={() => setImporting({ replaced: null })}
    >
      Import a Calendar
    </Button>
  );
  return (
    <div ref={frame} role="group" aria-labelledby="imported-calendars" tabIndex={-1}>
      {calendars.length === 0 ? (
        <EmptyState title="No imported calendars" action={add}>
          If a group keeps its plan in another application, its calendar can be a layer of this call schedule.
        </EmptyState>
      ) : (
        <Stack gap="sm">
          <ul className={lists.list} aria-label="Imported calendars, from the highest layer down">
            {calendars.map((calendar) => (
              <ImportedCalendarRow
                key={calendar.id}
                calendar={calendar}
                zone={schedule.timeZone}
                onReplace={() => setImporting({ replaced: calendar })}
                onRemove={() => setRemoving(calendar)}
              />
            ))}
          </ul>
          <Group justify="space-between">
            {add}
            <Text size="sm" c="dimmed">
              Where two layers overlap, the higher one counts.
            </Text>
          </Group>
        </Stack>
      )}
      {importing !== null && (
        <ImportDialog
          schedule={schedule}
          hosts={hosts}
          replaced={importing.replaced}
          calendars={calendars}
          onClose={() => setImporting(null)}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          opened
          title={`Remove ${removing.name}?`}
          confirmLabel="Remove"
          danger
          busy={remove.isPending}
          onCancel={() => setRemoving(null)}
          onConfirm={() => remove.mutate(removing.id, { onSettled: () => setRemoving(null) })}
        >
          {lossInWords(removing)} What has happened stays on record.
        </ConfirmDialog>
      )}
    </div>
  );
}

function lossInWords({ shiftTotal }: ImportedCalendarRead): string {
  return shiftTotal === 0
    ? 'It plans no coming shift.'
    : `It plans ${pluralize(shiftTotal, 'coming shift')}, which end with it.`;
}
