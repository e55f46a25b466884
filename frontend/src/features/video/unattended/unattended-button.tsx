import { useState } from 'react';

import { hasDirtyForms } from '@/drafts/dirty-forms';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import type { CallView } from '../call-view';
import { ToolButton } from '../tool-button';
import { enterUnattendedMode } from './enter-unattended';

interface UnattendedButtonProps {
  view: CallView;
  /** Whether the confirmation is open. */
  asking: boolean;
  onAsking: (asking: boolean) => void;
}

/** Leaves this device in the call with nobody signed in, after a confirmation. */
export function UnattendedButton({ view, asking, onAsking }: UnattendedButtonProps) {
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    await enterUnattendedMode();
    setBusy(false);
    onAsking(false);
  };
  return (
    <>
      <ToolButton label="Unattended Patient Mode" icon="lock" onPress={() => onAsking(true)} />
      <ConfirmDialog
        opened={asking}
        title="Start Unattended Patient Mode?"
        confirmLabel="Sign Out and Start"
        busy={busy}
        disabled={view.state !== 'connected'}
        onCancel={() => onAsking(false)}
        onConfirm={() => void enter()}
      >
        This device stays in the call with nobody signed in, so that you can leave the patient with it. It shows nothing
        but the call. You will be signed out in every tab of this browser.
        <p>To use the device for anything else, choose Restore Access, which ends the call, and sign in again.</p>
        {hasDirtyForms() && <p>If you log out now your unsaved work will be lost.</p>}
      </ConfirmDialog>
    </>
  );
}
