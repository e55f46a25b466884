import { useState } from 'react';

import { hasDirtyForms } from '@/drafts/dirty-forms';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import classes from '../call-overlay.module.css';
import type { CallView } from '../call-view';
import { ToolButton } from '../tool-button';
import { enterUnattendedMode } from './enter-unattended';

/** Leaves this device in the call with nobody signed in, after a confirmation. */
export function UnattendedButton({ view }: { view: CallView }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    await enterUnattendedMode();
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <div className={classes.seldom}>
        <ToolButton label="Unattended Patient Mode" icon="lock" onPress={() => setAsking(true)} />
      </div>
      <ConfirmDialog
        opened={asking}
        title="Start Unattended Patient Mode?"
        confirmLabel="Sign Out and Start"
        busy={busy}
        disabled={view.state !== 'connected'}
        onCancel={() => setAsking(false)}
        onConfirm={() => void enter()}
      >
        This device stays in the call without anybody signed in, so that you can leave the patient with it. It shows
        nothing but the call. You will be signed out in every tab of this browser.
        <p>To use the device for anything else, choose Restore Access, which ends the call, and sign in again.</p>
        {hasDirtyForms() && <p>If you log out now your unsaved work will be lost.</p>}
      </ConfirmDialog>
    </>
  );
}
