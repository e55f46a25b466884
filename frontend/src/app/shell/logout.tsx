import { LogoutDialog } from '@/features/on-call/logout-dialog';
import type { Me } from '@/session/me';

import { useInCall } from './call-layer';
import { useWaitingLineIds } from './use-waiting-line-ids';
import { useWaysOut } from './ways-out';

/** Asks before the logout what the user would leave behind. */
export function Logout({ me, onClose }: { me: Me; onClose: () => void }) {
  const waiting = useWaitingLineIds(me.id).length;
  return (
    <LogoutDialog me={me} inCall={useInCall()} waiting={waiting} waysOut={useWaysOut(onClose)} onClose={onClose} />
  );
}
