import { useState } from 'react';

import type { Me } from '@/session/me';
import { signOut } from '@/session/sign-out';
import { discardUnsavedInput, hasUnsavedInput } from '@/shared/lib/unsaved-input';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import { checkOutToLeave } from './queries';

/** True when logging out is a matter for others, or would lose something. */
export function asksBeforeLogout(me: Me): boolean {
  return me.isVirtual || hasUnsavedInput();
}

/** Asks a specialist, whose colleagues count on who is on call, and whoever has typed something that is not saved. */
export function LogoutDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const [leaving, setLeaving] = useState(false);
  // As it was when it was asked about: the answer is what discards it.
  const [unsaved] = useState(hasUnsavedInput);
  const leave = async () => {
    setLeaving(true);
    if (me.isVirtual) await checkOutToLeave();
    discardUnsavedInput();
    await signOut();
  };
  const titles = me.isVirtual
    ? { title: 'Confirm logout', cancelLabel: 'Stay logged in' }
    : { title: 'Discard Changes?' };
  return (
    <ConfirmDialog
      opened
      {...titles}
      confirmLabel="Logout"
      busy={leaving}
      onCancel={onClose}
      onConfirm={() => void leave()}
    >
      {unsaved && <p>If you log out now your unsaved work will be lost.</p>}
      {me.checkedInLineIds.length > 0
        ? 'You are on call. Logging out also takes you off call, and new consults no longer reach you.'
        : 'Logging out ends your session in every tab of this browser.'}
    </ConfirmDialog>
  );
}
