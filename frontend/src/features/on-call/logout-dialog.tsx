import { useState } from 'react';

import { checkOut } from '@/api/generated/sdk.gen';
import type { Me } from '@/session/me';
import { signOut } from '@/session/session';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

/** Nobody waits long to leave a computer because the server does not answer. */
const CHECK_OUT = { quiet: true, retries: 0, timeout: 5_000 };

/** Asks a specialist, whose colleagues count on who is on call, and checks out before the session ends. */
export function LogoutDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await checkOut({ meta: CHECK_OUT });
    } catch {
      // The specification: errors of the check-out are ignored, and the logout goes on.
    }
    await signOut();
  };
  return (
    <ConfirmDialog
      opened
      title="Confirm logout"
      cancelLabel="Stay logged in"
      confirmLabel="Logout"
      busy={leaving}
      onCancel={onClose}
      onConfirm={() => void leave()}
    >
      {me.checkedInLineIds.length > 0
        ? 'You are on call. Logging out also takes you off call, and new consults no longer reach you.'
        : 'Logging out ends your session in every tab of this browser.'}
    </ConfirmDialog>
  );
}
