import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import { OpenWork, type WaysOut } from './handoff/handoff';
import { sizeFor, useHandoff } from './handoff/use-handoff';
import type { useDutyChange } from './queries';
import { WhoWaits } from './who-waits';

export interface OffCallDialogProps {
  /** How many requests wait for the user because they are on call. */
  waiting: number;
  change: ReturnType<typeof useDutyChange>;
  onClose: () => void;
}

/** Asks before users leave those who wait for them, their open work or their line to others. */
export function OffCallDialog({ waiting, change, waysOut, onClose }: OffCallDialogProps & { waysOut: WaysOut }) {
  const handoff = useHandoff({ button: 'Go Off Call' });
  const leave = async () => {
    if (await handoff.handOver()) change.mutate(null, { onSettled: onClose });
  };
  return (
    <ConfirmDialog
      opened
      title="Go Off Call?"
      size={sizeFor(handoff)}
      cancelLabel="Stay on Call"
      confirmLabel={handoff.lastOnCall.length > 0 ? 'Go Off Call Anyway' : 'Go Off Call'}
      busy={change.isPending || handoff.busy}
      disabled={handoff.state === 'loading'}
      covered={handoff.completing !== null}
      onCancel={onClose}
      onConfirm={() => void leave()}
    >
      <WhoWaits count={waiting} />
      <OpenWork handoff={handoff} waysOut={waysOut} />
    </ConfirmDialog>
  );
}
