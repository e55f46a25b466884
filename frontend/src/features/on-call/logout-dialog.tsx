import { useState } from 'react';

import type { Me } from '@/session/me';
import { signOut } from '@/session/sign-out';
import { clearDirtyForms, hasDirtyForms } from '@/drafts/dirty-forms';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import { OpenWork, type WaysOut } from './handoff/handoff';
import { sizeFor, useHandoff } from './handoff/use-handoff';
import { checkOutToLeave } from './queries';
import { WhoWaits } from './who-waits';

/** True if logging out affects colleagues or would lose unsaved input. */
export function needsLogoutPrompt(me: Me, inCall: boolean): boolean {
  return me.isVirtual || inCall || hasDirtyForms();
}

interface LogoutDialogProps {
  me: Me;
  /** This window is in a video call. */
  inCall: boolean;
  /** How many requests wait for the user because they are on call. */
  waiting: number;
  waysOut: WaysOut;
  onClose: () => void;
}

/** Confirms the logout of a specialist (colleagues rely on who is on call), of a user in a call, and of one with unsaved input. */
export function LogoutDialog({ me, inCall, waiting, waysOut, onClose }: LogoutDialogProps) {
  const isOnCall = me.checkedInLineIds.length > 0;
  const [leaving, setLeaving] = useState(false);
  const handoff = useHandoff({ button: 'Logout', enabled: isOnCall });
  // As it was when the dialog opened, because confirming it discards the input.
  const [unsaved] = useState(hasDirtyForms);
  const leave = async () => {
    if (!(await handoff.handOver())) return;
    setLeaving(true);
    if (me.isVirtual) await checkOutToLeave();
    clearDirtyForms();
    await signOut();
  };
  const titles =
    me.isVirtual || inCall ? { title: 'Confirm logout', cancelLabel: 'Stay Signed In' } : { title: 'Discard Changes?' };
  return (
    <ConfirmDialog
      opened
      {...titles}
      size={sizeFor(handoff)}
      confirmLabel="Logout"
      busy={leaving || handoff.busy}
      covered={handoff.completing !== null}
      onCancel={onClose}
      onConfirm={() => void leave()}
    >
      <WhoWaits count={waiting} />
      {isOnCall && <OpenWork handoff={handoff} waysOut={waysOut} />}
      {unsaved && <p>If you log out now your unsaved work will be lost.</p>}
      {inCall && <p>You are in a video call. If you log out, you will leave it.</p>}
      {isOnCall
        ? 'You are on call. Logging out will also take you off call, and you will not receive new consults.'
        : 'Logging out will end your session in every tab of this browser.'}
    </ConfirmDialog>
  );
}
