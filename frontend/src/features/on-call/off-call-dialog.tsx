import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import type { useDutyChange } from './queries';
import { WhatStays } from './what-stays';
import { WhoWaits } from './who-waits';

interface OffCallDialogProps {
  /** How many requests wait for the user because they are on call. */
  waiting: number;
  change: ReturnType<typeof useDutyChange>;
  onClose: () => void;
}

/** Asks before users leave those who wait for them to others. */
export function OffCallDialog({ waiting, change, onClose }: OffCallDialogProps) {
  return (
    <ConfirmDialog
      opened
      title="Go Off Call?"
      cancelLabel="Stay on Call"
      confirmLabel="Go Off Call"
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() => change.mutate(null, { onSettled: onClose })}
    >
      <WhoWaits count={waiting} />
      <WhatStays />
    </ConfirmDialog>
  );
}
