import { OffCallDialog, type OffCallDialogProps } from '@/features/on-call/off-call-dialog';

import { useWaysOut } from './ways-out';

/** Asks before going off call what happens to what the user would leave behind. */
export function OffCall(props: OffCallDialogProps) {
  return <OffCallDialog {...props} waysOut={useWaysOut(props.onClose)} />;
}
