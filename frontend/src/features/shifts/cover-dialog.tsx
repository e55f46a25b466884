import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';

import { useContractForm } from '@/api/contract-form';
import type { MyShiftRead } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { toastSuccess } from '@/shared/ui/toasts';

import { useAskForCover } from './queries';
import { formatLength, formatShift, type Span } from './times';

interface Values extends Span {
  scheduleId: number;
  swapFor: null;
}

/** Asks everybody in the call schedule to take a shift, or part of it. */
export function CoverDialog({ shift, onClose }: { shift: MyShiftRead; onClose: () => void }) {
  const { scheduleId, serviceLineName, scheduleName, timeZone, startsAt, endsAt } = shift;
  const [isPart, setIsPart] = useState(false);
  const { mutateAsync } = useAskForCover();
  const form = useContractForm<Values>('AskForCover', {
    defaultValues: { scheduleId, startsAt, endsAt, swapFor: null },
  });
  const choosePart = (chosen: boolean) => {
    if (!chosen) form.reset();
    setIsPart(chosen);
  };
  return (
    <FormDialog
      title="Ask for Cover"
      form={form}
      draftKey={null}
      submitLabel="Ask for Cover"
      closeLabel="Cancel"
      expected="asked"
      onSubmit={async (values) => {
        await mutateAsync(values);
        toastSuccess('Your colleagues are asked. You stay on until somebody takes it.');
        onClose();
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text data-figures="">
          {serviceLineName}, {scheduleName}: {formatShift(shift, timeZone)} ({formatLength(shift)})
        </Text>
        <Text size="sm" c="dimmed">
          Everybody in this call schedule is asked. Whoever takes it first has it.
        </Text>
        <Switch
          label="Only part of it"
          checked={isPart}
          onChange={({ currentTarget }) => choosePart(currentTarget.checked)}
        />
        {isPart && (
          <>
            <DateTimeField control={form.control} name="startsAt" label="From" zone={timeZone} withoutNow required />
            <DateTimeField control={form.control} name="endsAt" label="Until" zone={timeZone} withoutNow required />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
