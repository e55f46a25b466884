import { Button } from '@mantine/core';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import type { CallScheduleRead } from '@/api/generated/types.gen';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastDanger, toastSuccess } from '@/shared/ui/toasts';

import { useRemoveSchedule } from './queries';
import classes from './schedule-dialog.module.css';

export interface RemoveScheduleProps {
  schedule: CallScheduleRead;
  onRemoved: () => void;
}

/** Removes a call schedule, once that is confirmed. */
export function RemoveSchedule({ schedule, onRemoved }: RemoveScheduleProps) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useRemoveSchedule();
  const remove = () => {
    mutate(schedule, {
      onSuccess: () => {
        toastSuccess('Call schedule removed.');
        onRemoved();
      },
      onError: (failure) => {
        if (failure instanceof ApiError) toastDanger(failure.message);
      },
      onSettled: () => setConfirming(false),
    });
  };
  return (
    <div className={classes.remove}>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Remove Call Schedule
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={`Remove ${schedule.name}?`}
        confirmLabel="Remove"
        danger
        busy={isPending}
        onCancel={() => setConfirming(false)}
        onConfirm={remove}
      >
        Nobody is planned by it from now on, and its changes are gone. Who was planned until now stays on record. This
        cannot be undone.
      </ConfirmDialog>
    </div>
  );
}
