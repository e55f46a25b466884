import { Button, Checkbox, Modal, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { HolidayRead } from '@/api/generated/types.gen';
import { pluralize } from '@/shared/lib/pluralize';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { dayInWords } from '../words';
import { proposedHolidaysQuery } from './queries';

/** This year and the following ones; plans reach into the next. */
const YEARS = 3;

export interface FederalHolidaysDialogProps {
  today: string;
  busy: boolean;
  onAdd: (added: HolidayRead[]) => void;
  onClose: () => void;
}

/** Which of a year's federal holidays to add; all of them unless the planner takes some out. */
export function FederalHolidaysDialog({ today, busy, onAdd, onClose }: FederalHolidaysDialogProps) {
  const thisYear = Number(today.slice(0, 4));
  const [year, setYear] = useYear(today, thisYear);
  const [left, setLeft] = useState<readonly string[]>([]);
  const { data, isError, isFetching, refetch } = useQuery(proposedHolidaysQuery(year));
  const chosen = (data ?? []).filter(({ day }) => !left.includes(day));
  const toggle = (day: string) => setLeft(left.includes(day) ? left.filter((each) => each !== day) : [...left, day]);
  return (
    <Modal opened onClose={onClose} title="Add Federal Holidays" closeOnClickOutside={!busy}>
      <Stack gap="md">
        <NativeSelect
          label="Year"
          data={Array.from({ length: YEARS }, (_, index) => String(thisYear + index))}
          value={String(year)}
          onChange={(event) => setYear(Number(event.currentTarget.value))}
        />
        {data === undefined && isError && (
          <ErrorState
            title="Failed to load the federal holidays"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {data === undefined && !isError && <SkeletonBlock label="Loading the federal holidays" height="24rem" />}
        {data?.length === 0 && <EmptyState title={`All federal holidays of ${year} are in the list`} />}
        {data?.map(({ day, name }) => (
          <Checkbox
            key={day}
            label={name}
            description={dayInWords(day)}
            checked={!left.includes(day)}
            onChange={() => toggle(day)}
          />
        ))}
        <DialogFooter>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button disabled={chosen.length === 0} loading={busy} onClick={() => onAdd(chosen)}>
            {chosen.length === 0 ? 'Add' : `Add ${pluralize(chosen.length, 'Holiday')}`}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

/** Until another one is chosen, the first year with days ahead. */
function useYear(today: string, thisYear: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { data } = useQuery(proposedHolidaysQuery(thisYear));
  const isOver = data?.every(({ day }) => day < today) === true;
  return [chosen ?? (isOver ? thisYear + 1 : thisYear), setChosen] as const;
}
