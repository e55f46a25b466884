import { Button, Group } from '@mantine/core';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import type { CallScheduleRead } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';
import { toastDanger, toastSuccess } from '@/shared/ui/toasts';

import { useRemoveSchedule } from './queries';
import classes from './schedule-dialog.module.css';

export interface RemoveScheduleProps {
  schedule: CallScheduleRead;
  onRemoved: () => void;
}

/** Removes a call schedule, once that is confirmed: in place, because this is part of a dialog. */
export function RemoveSchedule({ schedule, onRemoved }: RemoveScheduleProps) {
  const [stage, setStage] = useState<'first' | 'asked' | 'kept'>('first');
  const { mutateAsync, isPending } = useRemoveSchedule();
  const remove = async () => {
    try {
      await mutateAsync(schedule);
      toastSuccess('Call schedule removed.');
      onRemoved();
    } catch (failure) {
      if (failure instanceof ApiError) toastDanger(failure.message);
    }
  };
  return (
    <div className={classes.remove}>
      {stage !== 'asked' && (
        <Button variant="default" autoFocus={stage === 'kept'} onClick={() => setStage('asked')}>
          Remove Call Schedule
        </Button>
      )}
      <InView>
        {stage === 'asked' && (
          <Banner tone="danger" announce="alert" title={`Remove ${schedule.name}?`}>
            <p>
              From now on it plans nobody, and its changes are gone. Who was planned until now stays on record. This
              cannot be undone.
            </p>
            <Group gap="xs" mt="xs">
              <Button variant="default" disabled={isPending} autoFocus onClick={() => setStage('kept')}>
                Keep It
              </Button>
              <Button color="red" loading={isPending} onClick={() => void remove()}>
                Remove
              </Button>
            </Group>
          </Banner>
        )}
      </InView>
    </div>
  );
}
